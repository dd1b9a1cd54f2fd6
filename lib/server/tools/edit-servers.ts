import { maskOf } from "#lib/audit/mask.ts";
import type { WrittenOauth } from "#lib/mcp/config/oauth-settings.ts";
import { secretsOf } from "#lib/mcp/config/secrets-of.ts";
import { may } from "#lib/people/may.ts";
import type { Resolver } from "#lib/network/resolver.ts";
import { endGrantsOfServer } from "#lib/store/approvals/end-grants.ts";
import { record } from "#lib/store/audit/record.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import { countMade } from "#lib/store/people/person-counts.ts";
import {
  deleteToolServer,
  serversOfApp,
  toolServerIn,
  writeConsent,
  writeToolServer,
} from "#lib/store/policies/tool-oversight.ts";
import { allowedByName } from "./allowed-by-name.ts";
import { changeBy } from "./change-by.ts";
import { askToConfirm, done, refused, type Outcome } from "./outcome.ts";
import { type PlannedServer, readAdded, type PlanSources } from "./plan-servers.ts";
import { commandOf, reachInside } from "./reach-inside.ts";
import type { Person } from "#lib/server/people/session.ts";

export type ServerDeps = {
  database: Database;
  sources: PlanSources;
  planned: () => PlannedServer[];
  ownIds: ReadonlySet<string>;
  resolver?: Resolver | undefined;
};

/** An entry as in mcp.json, without the parts that are set elsewhere on the page. */
export type ServerEntry = {
  title?: string | undefined;
  command?: string | undefined;
  args?: string[] | undefined;
  env?: Record<string, string> | undefined;
  cwd?: string | undefined;
  /** Absent for every other kind. */
  type?: "sse" | undefined;
  url?: string | undefined;
  headers?: Record<string, string> | undefined;
  oauth?: WrittenOauth | undefined;
};

export const programsAreTheOwners = refused(
  "forbidden",
  "Only an owner adds, changes or starts programs on this computer.",
);

/** Every change reads all of them, and opens and checks each entry (THREATS G8: input that blocks). */
const mostServers = 100;
const longestEntry = 16_000;

const tooLong = refused(
  "does-not-fit",
  `An entry may have ${longestEntry.toLocaleString("en")} characters. Longer ones stand in mcp.json.`,
);

/** Stores a server that somebody added. Nothing of it starts before its exact command or address is confirmed. */
export async function addServer(
  { database, sources, planned, ownIds }: ServerDeps,
  { person, id, entry, confirm }: { person: Person; id: string; entry: ServerEntry; confirm?: string | undefined },
): Promise<Outcome> {
  const notTheirs = whyNot(person, entry);
  if (notTheirs !== null) return notTheirs;
  if (ownIds.has(id) || planned().some((server) => server.id === id)) return taken(id);
  if (JSON.stringify(entry).length > longestEntry) return tooLong;
  const read = readAdded({ [id]: entry }, sources);
  if ("problem" in read) return refused("does-not-fit", read.problem);
  const allowed = await allowedByName(database, id);
  if (allowed.length > 0) {
    if (!may(person.role, "loosen-tools"))
      return refused("forbidden", `Only an owner adds a server ${id}: there are rules that may let its calls run.`);
    if (confirm !== allowed.join(" ")) return askToConfirm(allowed);
  }
  return changeBy(database, person, async (trx) => {
    if ((await toolServerIn(trx, id)) !== undefined) return taken(id);
    if ((await serversOfApp({ db: trx })).added.length >= mostServers)
      return refused(
        "conflict",
        `There are ${mostServers} servers of the app, the most there may be. Remove some first.`,
      );
    await countMade(database, trx, person.id);
    const entry_json = sources.secrets.seal(JSON.stringify(entry), aboutSecret.serverEntry(id));
    await writeToolServer(database, trx, {
      id,
      entry_json,
      disabled: 0,
      trusted: null,
      exposure: null,
      apps: 0,
      changed_by: person.id,
    });
    const { origin } = read.config;
    await record(database, trx, { personId: person.id }, { kind: "server-added", server: id, origin, by: "person" });
    return done;
  });
}

/** Only the owner may add programs and use the app's environment: an entry could send its values anywhere. */
function whyNot({ role }: Person, entry: ServerEntry): Outcome | null {
  if (may(role, "manage-programs")) return null;
  if (entry.command !== undefined) return programsAreTheOwners;
  if (!JSON.stringify(entry).includes("${")) return null;
  return refused("forbidden", "Only an owner gives a server values of the app's own environment.");
}

/** What an entry starts, or its address. */
function startOf({ command, args, cwd, type, url }: ServerEntry): string {
  return JSON.stringify([command, args, cwd, type, url]);
}

/** Secrets for one address are not passed to another. */
function withFormer(entry: ServerEntry, former: ServerEntry): ServerEntry {
  if (entry.command !== undefined) return { ...(former.env && { env: former.env }), ...entry };
  const isSameOrigin = URL.parse(entry.url ?? "")?.origin === URL.parse(former.url ?? "")?.origin;
  const kept = {
    ...(former.headers && { headers: former.headers }),
    ...(former.oauth !== undefined && { oauth: former.oauth }),
  };
  return isSameOrigin ? { ...kept, ...entry } : entry;
}

function taken(id: string): Outcome {
  return refused("conflict", `There is a server ${id} already. Choose another name.`);
}

/** Replaces the entry of a server that was added here. Omitted variables and headers stay as they are. */
export async function editServer(
  { database, sources, planned }: ServerDeps,
  { person, id, entry }: { person: Person; id: string; entry: ServerEntry },
): Promise<Outcome> {
  const server = planned().find((each) => each.id === id);
  if (server?.source !== "app") return notHere(server);
  const isProgram = entry.command !== undefined || server.written?.transport.kind === "stdio";
  if (isProgram && !may(person.role, "manage-programs")) return programsAreTheOwners;
  const byName = may(person.role, "loosen-tools") ? [] : await allowedByName(database, id);
  return changeBy(database, person, async (trx) => {
    const row = await toolServerIn(trx, id);
    if (row?.entry_json == null) return notHere(undefined);
    const opened = sources.secrets.open(row.entry_json, aboutSecret.serverEntry(id));
    // This app wrote it, from a checked value. Nothing is taken over from an entry that cannot be opened.
    const former = opened === null ? {} : (JSON.parse(opened) as ServerEntry);
    const next = withFormer(entry, former);
    const notTheirs = whyNot(person, next);
    if (notTheirs !== null) return notTheirs;
    if (JSON.stringify(next).length > longestEntry) return tooLong;
    const read = readAdded({ [id]: next }, sources);
    if ("problem" in read) return refused("does-not-fit", read.problem);
    // Rules that allow its calls were written for its former address.
    if (byName.length > 0 && startOf(next) !== startOf(former)) {
      return refused(
        "forbidden",
        `Only an owner leads the server ${id} elsewhere: there are rules that may let its calls run.`,
      );
    }
    // Trust was given to the former command or address.
    const trusted = startOf(next) === startOf(former) ? row.trusted : null;
    await countMade(database, trx, person.id);
    const entry_json = sources.secrets.seal(JSON.stringify(next), aboutSecret.serverEntry(id));
    await writeToolServer(database, trx, { ...row, entry_json, trusted, changed_by: person.id });
    const changes = [`It is ${read.config.origin} now.`, ...(trusted === row.trusted ? [] : [noLongerTrusted])];
    const event = { kind: "server-changed", server: id, changes, lowers: false } as const;
    await record(database, trx, { personId: person.id }, event);
    return done;
  });
}

export function notHere(server: PlannedServer | undefined): Outcome {
  return server === undefined
    ? refused("not-found", "There is no server of this name.")
    : refused("conflict", "This server stands in mcp.json: change it there, or switch it off here.");
}

/** Removes a server that was added here, with all decisions about it. */
export async function removeServer(
  { database, planned }: ServerDeps,
  { person, id }: { person: Person; id: string },
): Promise<Outcome> {
  const server = planned().find((each) => each.id === id);
  if (server?.source !== "app") return notHere(server);
  return changeBy(database, person, async (trx) => {
    await deleteToolServer(trx, id);
    // One that is added under its name later, with the same address, may act for somebody else there.
    await endGrantsOfServer(database, trx, id, "server-removed");
    await record(database, trx, { personId: person.id }, { kind: "server-removed", server: id });
    return done;
  });
}

type Confirm = { person: Person; id: string; digest: string; confirm?: string | undefined };

/**
 * Allows what the person saw of a server to start (THREATS E2: changed servers), or puts in force what its file
 * loosened (H8: loosening waits).
 */
export async function confirmServer(
  { database, sources, planned, resolver }: ServerDeps,
  { person, id, digest, confirm }: Confirm,
): Promise<Outcome> {
  const server = planned().find((each) => each.id === id);
  if (server === undefined) return notHere(server);
  const { written, vouched, state, loosened } = server;
  if (written === null || vouched === null || state === "refused") {
    return refused("conflict", server.problem ?? "This server cannot be started as it is.");
  }
  // What the entry loosens is computed only while the server is on; a person who saw less must confirm nothing.
  if (state === "disabled")
    return refused("conflict", "This server is switched off. Switch it on, then look at what is new.");
  if (server.digest !== digest)
    return refused("conflict", "This server has changed since you saw it. Look at it again.");
  const needed = written.transport.kind === "stdio" ? "manage-programs" : loosened.length > 0 ? "loosen-tools" : null;
  if (needed !== null && !may(person.role, needed)) return programsAreTheOwners;
  const reach = await reachInside(server, { person, confirm, resolver });
  if (!("privately" in reach)) return reach;
  const { privately } = reach;
  return changeBy(database, person, async (trx) => {
    const set = (await toolServerIn(trx, id))?.trusted ?? null;
    const isElsewhere = state === "command-changed" || (state === "new" && server.problem !== null);
    const keepsTrust = isElsewhere && (set === null ? vouched.trusted : set === 1);
    if (keepsTrust && !may(person.role, "loosen-tools")) return refused("forbidden", onlyOwnersTrust);
    await writeConsent(database, trx, {
      server_id: id,
      vouched_json: sources.secrets.seal(JSON.stringify(vouched), aboutSecret.serverConsent(id)),
      private_json: JSON.stringify(privately),
      confirmed_by: person.id,
    });
    const scope = { personId: person.id };
    if (state !== "runs" || privately.length > 0) {
      const confirmed = {
        kind: "server-command-confirmed" as const,
        server: id,
        // An address may hold a secret as written, and the trail stays as it is.
        command: maskOf(secretsOf(written)).text(commandOf(written)),
        ...(privately.length > 0 && { addresses: privately }),
      };
      await record(database, trx, scope, confirmed);
    }
    if (loosened.length > 0) {
      await record(database, trx, scope, { kind: "server-changed", server: id, changes: loosened, lowers: true });
    }
    return done;
  });
}

export const onlyOwnersTrust = "Only an owner says that a server is trusted.";
export const noLongerTrusted = "What this server says of its own tools is no longer believed.";
