import { assert, assertEquals, assertFalse, assertThrows } from "@std/assert";
import { isSameFile, OutputFile } from "../../system/program_files.ts";
import { namesIn, testInFolder as test } from "../folder.ts";
import { findProgram, runProgram } from "../program.ts";

/** The program that limits the size of the files that another process writes. */
const PRLIMIT = findProgram("/usr/bin/prlimit");
const IS_WINDOWS = Deno.build.os === "windows";

test("an output file keeps its contents until it is written, and then has what was written last", async (folder) => {
  const path = `${folder}/out.txt`;
  await Deno.writeTextFile(path, "what was there before");
  const file = new OutputFile(path);
  assertEquals(await Deno.readTextFile(path), "what was there before");
  file.write("first\n");
  file.write("2\n");
  assertEquals(await Deno.readTextFile(path), "2\n");
  assertEquals(namesIn(folder), ["out.txt"]);
});

test("a file that is written piece by piece appears with the first piece", async (folder) => {
  const file = new OutputFile(`${folder}/out.pgn`);
  await Deno.writeTextFile(`${folder}/out.pgn`, "old");
  const unused = file.openPart(false);
  assertEquals(namesIn(folder), ["out.pgn"]);
  unused.complete();
  unused.abandon();
  assertEquals([namesIn(folder), await Deno.readTextFile(`${folder}/out.pgn`)], [["out.pgn"], "old"]);
  const part = file.openPart(false);
  part.append("new ");
  assertEquals(namesIn(folder), ["out.pgn", "out.pgn.part"]);
  part.append("text");
  part.complete();
  assertEquals([namesIn(folder), await Deno.readTextFile(`${folder}/out.pgn`)], [["out.pgn"], "new text"]);
});

test("an output file that is checked and never written leaves nothing behind", (folder) => {
  new OutputFile(`${folder}/new.txt`);
  assertThrows(() => new OutputFile(folder), Error, `Cannot write '${folder}': it is a folder`);
  assertThrows(() => new OutputFile(`${folder}/no/such.txt`), Error, "there is no such folder");
  if (!IS_WINDOWS) assertThrows(() => new OutputFile("/dev/full"), Error, "the system's devices are not opened");
  assertEquals(namesIn(folder), []);
});

test("a replaced file keeps its permissions, and a symbolic link stays a link", async (folder) => {
  await Deno.mkdir(`${folder}/deep`);
  await Deno.writeTextFile(`${folder}/deep/real.txt`, "old");
  await Deno.chmod(`${folder}/deep/real.txt`, 0o640);
  await Deno.symlink("deep/real.txt", `${folder}/link.txt`);
  await Deno.symlink("deep/new.txt", `${folder}/dangling.txt`);
  new OutputFile(`${folder}/link.txt`).write("new");
  new OutputFile(`${folder}/dangling.txt`).write("also new");
  assertEquals(await Deno.readTextFile(`${folder}/deep/real.txt`), "new");
  assertEquals((await Deno.stat(`${folder}/deep/real.txt`)).mode! & 0o777, 0o640);
  assertEquals(await Deno.readTextFile(`${folder}/deep/new.txt`), "also new");
  for (const link of ["link.txt", "dangling.txt"]) assert((await Deno.lstat(`${folder}/${link}`)).isSymlink);
  const found = [namesIn(folder), namesIn(`${folder}/deep`)];
  assertEquals(found, [["dangling.txt", "deep", "link.txt"], ["new.txt", "real.txt"]]);
  await Deno.symlink("circle.txt", `${folder}/circle.txt`);
  assertThrows(() => new OutputFile(`${folder}/circle.txt`), Error, "Cannot write");
}, IS_WINDOWS);

test("a full disk leaves the old file, and no part of the new file", async (folder) => {
  await Deno.writeTextFile(`${folder}/out.txt`, "old");
  // Deno writes its caches when it starts, so the limit is set later.
  const script = `
        import { OutputFile } from "${new URL("../../system/program_files.ts", import.meta.url)}";
        import { makeSizeLimitAnError } from "${new URL("../../system/interrupt.ts", import.meta.url)}";
        makeSizeLimitAnError();
        const args = ["--pid", String(Deno.pid), "--fsize=1024"];
        console.log(new Deno.Command("${PRLIMIT}", { args }).outputSync().success);
        for (const name of ["out.txt", "new.txt"]) {
          try {
            new OutputFile(name).write("x".repeat(5000));
          } catch (error) {
            console.log(error.message);
          }
        }
        for (const [name, first] of [["none.pgn", 2000], ["one.pgn", 100]]) {
          const part = new OutputFile(name).openPart(false);
          try {
            part.append("a".repeat(first));
            part.append("b".repeat(2000));
          } catch (error) {
            console.log(error.message);
            part.abandon();
          }
        }
        Deno.exit(0);`;
  await Deno.writeTextFile(`${folder}/script.ts`, script);
  const options = ["--quiet", "--no-check", "--no-prompt", "--no-config", "--no-lock"];
  const permissions = ["--allow-read", "--allow-write", "--allow-run"];
  const { stdout } = await runProgram(Deno.execPath(), ["run", ...options, ...permissions, "script.ts"], folder);
  const [isLimited, ...lines] = stdout.trim().split("\n");
  assertEquals([isLimited, lines.length], ["true", 4], lines.join("\n"));
  for (const [i, name] of ["out.txt", "new.txt", "none.pgn", "one.pgn"].entries()) {
    assert(lines[i].startsWith(`Cannot write '${name}': File too large`), lines[i]);
  }
  assertEquals(await Deno.readTextFile(`${folder}/out.txt`), "old");
  // A file that is written piece by piece has all complete pieces, and does not exist without a complete piece.
  assertEquals(await Deno.readTextFile(`${folder}/one.pgn.part`), "a".repeat(100));
  assertEquals(namesIn(folder), ["one.pgn.part", "out.txt", "script.ts"]);
}, PRLIMIT === null);

test("two names of one file are recognised, whether the file exists or not", async (folder) => {
  await Deno.mkdir(`${folder}/a`);
  await Deno.writeTextFile(`${folder}/old.txt`, "");
  await Deno.writeTextFile(`${folder}/other.txt`, "");
  await Deno.link(`${folder}/old.txt`, `${folder}/hard.txt`);
  assert(isSameFile(`${folder}/old.txt`, `${folder}/a/../old.txt`));
  assert(isSameFile(`${folder}/old.txt`, `${folder}/hard.txt`));
  assert(isSameFile(`${folder}/new.txt`, `${folder}/a/../new.txt`));
  assertFalse(isSameFile(`${folder}/old.txt`, `${folder}/other.txt`));
  assertFalse(isSameFile(`${folder}/new.txt`, `${folder}/a/new.txt`));
  assertFalse(isSameFile(`${folder}/old.txt`, `${folder}/new.txt`));
});
