import { constants } from "node:fs";
import { openRegular } from "./open-regular.ts";

const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;

/** Adds a line to a regular file that only our own user may read, made where there is none; it is on disk then. */
export async function appendLine(file: string, line: string): Promise<void> {
  const handle = await openRegular(file, { flags, mode: 0o600, called: file });
  try {
    await handle.appendFile(`${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
