import type { Log } from "#lib/server/observe/log.ts";
import { repeatEvery } from "#lib/server/observe/repeat-every.ts";
import type { OpenStreams } from "#lib/server/http/open-streams.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { accessVersions } from "#lib/store/people/people.ts";

export type AccessWatch = {
  /** Somebody was let in at this version of their access. */
  seen: (personId: string, version: number) => void;
  stop: () => Promise<void>;
};

const lookEveryMs = 500;

/**
 * Closes what was opened for people whose session ended, whose role changed or who were disabled, within a second and
 * on every process (THREATS B11). It looks at the rows, so no signal can be lost.
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
  // Of everybody who was let in, also while nothing is open: between the two their access may change.
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
    },
    (error) => log.warn("access.not-looked-at", { error }),
  );
  return { seen, stop: () => looking.stop() };
}
