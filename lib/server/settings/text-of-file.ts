import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { isMissing, mustBeFile, openRegular } from "./open-regular.ts";

/** More than any file of the configuration needs. */
const mostBytes = 1024 * 1024;

/** Does not wait for a writer, as opening a named pipe does. Windows has neither the flag nor such pipes. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a file, also through links, up to `mostBytes`; null when it is missing. Throws when it is no regular
 * file: reading a pipe or a device may wait for ever, and then nothing can be read or ended any more (G20).
 */
export async function textOfFile(file: string): Promise<string | null> {
  try {
    const handle = await openRegular(file);
    try {
      const buffer = Buffer.alloc(mostBytes);
      let length = 0;
      for (let more = 1; more > 0 && length < buffer.length; length += more) {
        more = (await handle.read(buffer, length, buffer.length - length, length)).bytesRead;
      }
      return buffer.toString("utf8", 0, length);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The synchronous form, for a start, when nothing else runs. Also refuses a file longer than `mostBytes`. */
export function textOfFileNow(file: string): string | null {
  try {
    mustBeFile(statSync(file));
    const handle = openSync(file, flags);
    try {
      mustBeFile(fstatSync(handle));
      const buffer = Buffer.alloc(mostBytes + 1);
      let length = 0;
      for (let more = 1; more > 0 && length < buffer.length; length += more) {
        more = readSync(handle, buffer, length, buffer.length - length, length);
      }
      if (length > mostBytes) throw new Error("it is larger than a megabyte");
      return buffer.toString("utf8", 0, length);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
