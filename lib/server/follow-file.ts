import { open, stat } from "node:fs/promises";
import { every, type Repeated } from "./every.ts";

type Options = {
  file: string;
  /** Hears the file's text whenever it is another than before; no file is the empty text. */
  changed: (text: string) => Promise<void>;
  failed: (error: unknown) => void;
  /** What was read already. */
  known: string;
};

const lookEveryMs = 400;
/** Whoever writes a file that takes long to read, again and again, gets so small a part of the process (THREATS G8). */
const restFactor = 10;

/**
 * Looks at a file several times a second. Not by the operating system's notices: those come from neither network drives nor
 * mounted volumes, and editors replace files under them.
 */
export function followFile({ file, changed, failed, known }: Options): Repeated {
  let text = known;
  let seen = "";
  let before = "";
  let restUntil = 0;
  return every(
    lookEveryMs,
    async () => {
      const now = await traceOf(file);
      // One that is being written is left alone until it is still: half of it may be a policy too.
      const isStill = now === before;
      before = now;
      if (now === seen || !isStill || performance.now() < restUntil) return;
      const begun = performance.now();
      const read = await textOf(file);
      if (read !== text) {
        await changed(read);
        text = read;
      }
      restUntil = performance.now() + restFactor * (performance.now() - begun);
      // Only now, so that what failed is tried again.
      seen = now;
    },
    failed,
  );
}

/** What changes whenever the file does; whoever writes it can set the time of its change but not that of its entry. */
async function traceOf(file: string): Promise<string> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(file);
    return [ino, size, mtimeMs, ctimeMs].join(" ");
  } catch (error) {
    if (isMissing(error)) return "none";
    throw error;
  }
}

/** More than any policy may have: what is longer is seen to be too long, and the rest of it is not read. */
const mostBytes = 1024 * 1024;

/**
 * No file is the empty text. Whoever writes it may write anything, so it is read up to a megabyte, and what no store can
 * hold is replaced. Throws when it is there and cannot be read.
 */
export async function textOf(file: string): Promise<string> {
  try {
    const handle = await open(file);
    try {
      const buffer = Buffer.alloc(Math.min(mostBytes, (await handle.stat()).size));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      return buffer.toString("utf8", 0, bytesRead).replaceAll("\0", "\uFFFD");
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isMissing(error)) return "";
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
