import type { Log } from "#lib/server/observe/log.ts";
import { repeatEvery } from "#lib/store/engine/repeat-every.ts";
import type { OpenStreams } from "#lib/server/http/open-streams.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { keysWithoutChat } from "#lib/store/runs/may-chat.ts";
import { endedKeys } from "#lib/store/people/keys.ts";
import { accessVersions } from "#lib/store/people/people.ts";

export type AccessWatch = {
  /** Notes that a request was let in with this access version of its person. */
  seen: (personId: string, version: number) => void;
  stop: () => Promise<void>;
};

const lookEveryMs = 500;

/**
 * Closes the streams of people whose session ended, whose role changed or who were disabled, and those that a key opened
 * which was revoked or ran out, or whose answers in chats are not for it any more, within a second and in every process (THREATS B11: lost rights count at once). Reads the rows, so a lost signal does not matter.
 */
export function watchAccess({
  database,
  streams,
  log,
}: {
  database: Database;
  streams: OpenStreams;
  log: Log;
}): AccessWatch {
  // Kept for every person that passed, also without an open stream: their access may change before the stream opens.
  const versions = new Map<string, number>();
  const seen = (personId: string, version: number) => {
    const known = versions.get(personId);
    if (known !== undefined && known >= version) return;
    versions.set(personId, version);
    if (known !== undefined) streams.close(personId);
  };
  const looking = repeatEvery(
    lookEveryMs,
    async () => {
      const { people } = streams;
      if (people.length === 0) return;
      for (const { id, version } of await accessVersions(database, people)) seen(id, version);
      const keys = streams.keys();
      if (keys.length === 0) return;
      for (const id of await endedKeys(database, keys)) streams.closeOfKey(id);
      for (const id of await keysWithoutChat(database, streams.keys("chat"))) streams.closeOfKey(id, "chat");
    },
    (error) => log.warn("access.not-read", { error }),
  );
  return { seen, stop: () => looking.stop() };
}
