import { stat } from "node:fs/promises";
import { repeatEvery, type Repeated } from "#lib/store/engine/repeat-every.ts";
import { isMissing, mustBeFile } from "#lib/server/settings/open-regular.ts";
import { textOfFile } from "#lib/server/settings/text-of-file.ts";

type Options = {
  file: string;
  /** Called with the file's text whenever it has changed; a missing file is the empty text. */
  changed: (text: string) => Promise<void>;
  /** Called when the file cannot be followed any more, and why; with null once it is followed again. */
  followed: (problem: string | null) => Promise<void>;
  failed: (error: unknown) => void;
  /** The text that was already read. */
  known: string;
  lookEveryMs?: number | undefined;
};

/**
 * Rests so many times as long as a read took: a file that is slow to read and changes all the time takes a small part
 * of the process (THREATS G8: input that blocks).
 */
const restFactor = 10;

/**
 * Polls a file several times a second. The operating system's notices do not work on network drives and mounted
 * volumes, nor when an editor replaces the file. A file that is no regular file for a while is followed again
 * afterwards.
 */
export function followFile({ file, changed, followed, failed, known, lookEveryMs = 400 }: Options): Repeated {
  let text = known;
  let wasThere = known !== "";
  let problem: string | null = null;
  let seen = "";
  let before = "";
  let restUntil = 0;
  const look = async (): Promise<{ read: string } | null> => {
    const now = await traceOf(file);
    // A file that is being written is left alone until it is still: half of it may be a valid policy.
    const isStill = now === before;
    before = now;
    if (now === seen || !isStill || performance.now() < restUntil) return null;
    return { read: await fileText(file) };
  };
  return repeatEvery(
    lookEveryMs,
    async () => {
      const begun = performance.now();
      let found: { read: string } | null = null;
      // A file that is not looked into, for it is not still, has the problem that it had.
      let now = problem;
      try {
        found = await look();
        if (found !== null || before === seen) now = null;
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
      // Set only now, so that a failure is tried again.
      seen = before;
    },
    failed,
  );
}

const missing = "none";

/**
 * A text that changes whenever the file does. Its writer can set the modification time but not the inode's change time.
 */
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

/** A missing file is the empty text. Replaces characters that no store can hold. */
export async function fileText(file: string): Promise<string> {
  return ((await textOfFile(file)) ?? "").replaceAll("\0", "\uFFFD");
}
