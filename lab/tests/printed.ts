/** Captures the output of a tool without starting a process. @module */

/** The standard output of a function; standard error is dropped. */
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
