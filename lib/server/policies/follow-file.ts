import { stat } from "node:fs/promises";
import { repeatEvery, type Repeated } from "#lib/server/observe/repeat-every.ts";
import { isMissing, mustBeFile, textOfFile } from "#lib/server/settings/text-of-file.ts";

type Options = {
  file: string;
  /** Hears the file's text whenever it is another than before; no file is the empty text. */
  changed: (text: string) => Promise<void>;
  /** Hears when it cannot be followed any more, and why; null once it is followed again. */
  followed: (problem: string | null) => Promise<void>;
  failed: (error: unknown) => void;
  /** What was read already. */
  known: string;
};

const lookEveryMs = 400;
/** Whoever writes a file that takes long to read, again and again, gets so small a part of the process (THREATS G8). */
const restFactor = 10;

/**
 * Looks at a file several times a second. Not by the operating system's notices: those come from neither network drives nor
 * mounted volumes, and editors replace files under them. A file that is no file for a while is followed again after it.
 */
export function followFile({ file, changed, followed, failed, known }: Options): Repeated {
  let text = known;
  let wasThere = known !== "";
  let problem: string | null = null;
  let seen = "";
  let before = "";
  let restUntil = 0;
  const look = async (): Promise<{ read: string } | null> => {
    const now = await traceOf(file);
    // One that is being written is left alone until it is still: half of it may be a policy too.
    const isStill = now === before;
    before = now;
    if (now === seen || !isStill || performance.now() < restUntil) return null;
    return { read: await textOf(file) };
  };
  return repeatEvery(
    lookEveryMs,
    async () => {
      const begun = performance.now();
      let found: { read: string } | null = null;
      let now: string | null = null;
      try {
        found = await look();
        wasThere ||= before !== missing;
        if (before === missing && wasThere) now = "it is not there any more";
      } catch (error) {
        before = "";
        now = error instanceof Error ? error.message : String(error);
      }
      if (now !== problem) {
        await followed(now);
        problem = now;
      }
      if (found === null) return;
      if (found.read !== text) {
        await changed(found.read);
        text = found.read;
      }
      restUntil = performance.now() + restFactor * (performance.now() - begun);
      // Only now, so that what failed is tried again.
      seen = before;
    },
    failed,
  );
}

const missing = "none";

/** What changes whenever the file does; whoever writes it can set the time of its change but not that of its entry. */
async function traceOf(file: string): Promise<string> {
  try {
    const looked = await stat(file);
    mustBeFile(looked);
    const { ino, size, mtimeMs, ctimeMs } = looked;
    return [ino, size, mtimeMs, ctimeMs].join(" ");
  } catch (error) {
    if (isMissing(error)) return missing;
    throw error;
  }
}

/** No file is the empty text. Whoever writes it may write anything, so what no store can hold is replaced. */
export async function textOf(file: string): Promise<string> {
  return ((await textOfFile(file)) ?? "").replaceAll("\0", "\uFFFD");
}
