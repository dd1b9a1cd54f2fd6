import { missingIn } from "#lib/imports/fill-entry.ts";
import { type FoundServer, isPlain } from "#lib/imports/found-server.ts";
import type { ServerOnPage } from "#lib/policies/changes/tools-page.ts";
import type { Rights } from "./rights.ts";
import type { ToolSay } from "./words.en.ts";

/** A server of a file, and what a person has chosen for it so far. */
export type ImportChoice = {
  server: FoundServer;
  /** Why it cannot be chosen at all, as a sentence. */
  problem: string | null;
  /** The server that starts the same, by its title. */
  twin: string | null;
  isOn: boolean;
  /** Its name here. */
  id: string;
  answers: ReadonlyMap<string, string>;
  isAdded: boolean;
  /** Why it was not added. */
  refusal: string | null;
};

type Here = { servers: ServerOnPage[]; rights: Rights };

/** What is chosen for it before anybody has looked. */
export function chosenAtFirst(say: ToolSay, server: FoundServer, { servers, rights }: Here): ImportChoice {
  const problem =
    server.problem ?? (server.entry.command !== undefined && !rights.programs ? say("ownerAddsPrograms") : null);
  const twin = servers.find(({ transport }) => startOf(transport) === startOfEntry(server))?.title ?? null;
  const isOn = isPlain(server) && problem === null && twin === null && !isTaken(server.id, servers);
  return { server, problem, twin, isOn, id: server.id, answers: new Map(), isAdded: false, refusal: null };
}

/** What a chosen server still lacks, as a sentence; null where it may be sent. */
export function whyNotYet(
  say: ToolSay,
  choice: ImportChoice,
  { all, servers }: { all: ImportChoice[]; servers: ServerOnPage[] },
): string | null {
  const { id, server, answers } = choice;
  if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(id)) return say("nameOfSmallLetters");
  if (isTaken(id, servers) || all.some((other) => other !== choice && other.isOn && other.id === id))
    return say("nameIsTaken", { id });
  const missing = missingIn(server, answers);
  return missing.length === 0 ? null : say("stillToBeGiven", { missing: missing.join(", ") });
}

export function isTaken(id: string, servers: ServerOnPage[]): boolean {
  return servers.some((server) => server.id === id);
}

function startOf(transport: ServerOnPage["transport"]): string | null {
  if (transport.kind === "address") return JSON.stringify(transport.url);
  return transport.kind === "program" ? JSON.stringify([transport.command, ...transport.args]) : null;
}

function startOfEntry({ entry: { command, args = [], url } }: FoundServer): string {
  return JSON.stringify(command === undefined ? (url ?? "") : [command, ...args]);
}
