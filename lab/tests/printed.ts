/** What a tool prints, without a process of its own. @module */

/** What a function prints on standard output; standard error is dropped. */
export async function printed(run: () => void | Promise<void>): Promise<string> {
  const { log, error } = console;
  let text = "";
  console.log = (line: string) => text += `${line}\n`;
  console.error = () => {};
  try {
    await run();
  } finally {
    Object.assign(console, { log, error });
  }
  return text;
}
