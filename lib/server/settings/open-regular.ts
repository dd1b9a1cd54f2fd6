import { constants } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";

type Opening = {
  /** Flags, beside those that keep `open` from waiting. */
  flags?: number;
  /** Permissions of a file that it creates. */
  mode?: number;
  /** What the error calls the file; "it" by default. */
  called?: string;
  look?: typeof looked;
};

/**
 * Opens a regular file, also through links. Throws when it is anything else: opening a pipe may wait for ever, and then
 * nothing can be opened or ended any more (G20).
 */
export async function openRegular(
  file: string,
  { flags = constants.O_RDONLY, mode, called = "it", look = looked }: Opening = {},
): Promise<FileHandle> {
  await look(file, called);
  // Does not wait for a pipe's other end. Windows has neither the flag nor such pipes.
  const handle = await open(file, flags | (constants.O_NONBLOCK ?? 0), mode);
  try {
    // Another file may have replaced it by now.
    mustBeFile(await handle.stat(), called);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Throws unless the file is regular or missing; opening a missing one is up to the caller. */
async function looked(file: string, called: string): Promise<void> {
  try {
    mustBeFile(await stat(file), called);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

export function mustBeFile(looked: { isFile: () => boolean }, called = "it"): void {
  if (!looked.isFile()) throw new Error(`${called} is no regular file`);
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
