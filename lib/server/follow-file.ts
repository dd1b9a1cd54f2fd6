import { readFile, stat } from "node:fs/promises";
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

/**
 * Looks at a file several times a second. Not by the operating system's notices: those come from neither network drives nor
 * mounted volumes, and editors replace files under them.
 */
export function followFile({ file, changed, failed, known }: Options): Repeated {
  let text = known;
  let seen = "";
  let before = "";
  return every(
    lookEveryMs,
    async () => {
      const now = await traceOf(file);
      // One that is being written is left alone until it is still: half of it may be a policy too.
      const isStill = now === before;
      before = now;
      if (now === seen || !isStill) return;
      const read = await textOf(file);
      if (read !== text) {
        await changed(read);
        text = read;
      }
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

/** No file is the empty text. Throws when it is there and cannot be read. */
export async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return "";
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
