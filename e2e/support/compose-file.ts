import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

export type ComposeService = {
  image: string;
  environment: Record<string, string>;
  hostname?: string;
  network_mode?: string;
  ports?: string[];
  stop_grace_period?: string;
  healthcheck?: { test: string[] };
  volumes: string[];
};

type ComposeFile = { services: Record<string, ComposeService>; volumes: Record<string, unknown> };

const file = path.resolve(import.meta.dirname, "../../compose.yaml");

/** compose.yaml as it stands in the repository, its anchors followed. */
export const compose = parse(readFileSync(file, "utf8"), { merge: true }) as ComposeFile;

/** The instances of the app in it, by name. */
export const composeApps = Object.entries(compose.services).filter(([name]) => name.startsWith("app"));

/** What a container of this service finds in its environment, when `.env` says `settings`. */
export function environmentOf(
  { environment }: ComposeService,
  settings: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value, settings)]));
}

/** Fills in `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose does. */
function filledIn(value: string, settings: Readonly<Record<string, string>>): string {
  return value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = "") => {
    const set = settings[name];
    if (set === undefined && kind !== "-") throw new Error(`${name} must be set.`);
    return set ?? rest;
  });
}
