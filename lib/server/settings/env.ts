import path from "node:path";
import { z } from "zod";
import type { PersonLimits } from "#lib/agent/hot/person-limits.ts";
import type { Variables } from "#lib/models/providers/provider.ts";
import { percentDecoded } from "#lib/network/percent-decoded.ts";
import { clientProblem, clientSettingsOf, clientShape, type ClientSettings } from "./client-settings.ts";
import { auditOf, auditShape, type AuditSettings } from "./audit-settings.ts";
import { parseSecretKeys } from "./secret-keys.ts";
import { teamSettings, teamProblem, teamShape, type TeamSettings } from "./team-settings.ts";

export type Env = {
  port: number;
  /** The address to listen on; loopback only, unless people sign in. */
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Absolute; holds mcp.json and policy.yaml. */
  configDir: string;
  /** postgres://…; null keeps the store in a SQLite file in `dataDir`. */
  databaseUrl: string | null;
  /** How the first browser gets a session. */
  claim: "first-visit" | "link";
  /** Origin under which a proxy serves people, besides the loopback one. */
  publicOrigin: string | null;
  /** How a team signs in; null without sign-in. */
  team: TeamSettings | null;
  /** How MCP clients sign in. */
  clients: ClientSettings;
  logLevel: LogLevel;
  /** Whether webhooks and push messages may go into private networks, and without TLS. */
  notifyPrivate: boolean;
  /** What seals secrets in the store, as SECRETS_KEY has it; null: the key file of the data directory. */
  secretsKey: string | null;
  /** What signs the audit trail, and where signed heads go. */
  audit: AuditSettings;
  /** Base address of an OpenTelemetry collector for traces over HTTP; null without one. */
  otlpEndpoint: string | null;
  /** How long a run that only waits for people stays in memory; Infinity: as long as it waits. */
  coldAfterMs: number;
  /** Tool calls that a person may be asked about within an hour; Infinity: no limit. */
  asksPerHour: number;
  /** Limits of one person; Infinity: no limit. */
  ofPerson: PersonLimits;
  /** Whether a browser may ask for the made-up languages that show what does not fit. */
  pseudoLanguages: boolean;
  /** Everything as passed in, with DATA_DIR as above: for the model settings and for `${VAR}` in mcp.json. */
  variables: Variables;
};

export const logLevels = ["silent", "error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

const shape = z
  .object({
    ...teamShape,
    ...auditShape,
    ...clientShape,
    PORT: z.coerce
      .number("is not a number")
      .int("is not a whole number")
      .min(1, "is not a port; choose one from 1 to 65535")
      .max(65_535, "is not a port; choose one from 1 to 65535")
      .default(3000),
    HOST: z.string().default("127.0.0.1").transform(addressOf),
    DATA_DIR: z.string().default("./data"),
    CONFIG_DIR: z.string().default("."),
    CLAIM: z.enum(["first-visit", "link"], "is neither first-visit nor link").default("first-visit"),
    PUBLIC_URL: z.string().transform(originOrIssue).optional(),
    DATABASE_URL: z.string().transform(postgresOrIssue).optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.string().transform(addressOrIssue).optional(),
    LOG_LEVEL: z.enum(logLevels, `is none of ${logLevels.join(", ")}`).default("warn"),
    SECRETS_KEY: z.string().transform(secretKeysOrIssue).optional(),
    NOTIFY_PRIVATE: z.enum(["yes", "no"], "is neither yes nor no").default("no"),
    PSEUDO_LANGUAGES: z.enum(["on", "off"], "is neither on nor off").default("off"),
    COLD_AFTER_SECONDS: z.string().default("60").transform(secondsOrIssue),
    ASKS_PER_HOUR: z.string().default("120").transform(countOrIssue(999_999)),
    CHATS_PER_PERSON: z.string().default("10000").transform(countOrIssue(999_999)),
    QUEUED_PER_CHAT: z.string().default("20").transform(countOrIssue(999)),
    MESSAGES_PER_HOUR: z.string().default("6000").transform(countOrIssue(999_999)),
    TOKENS_PER_DAY: z.string().default("50000000").transform(countOrIssue(999_999_999_999)),
  })
  .superRefine(refuseOpenDoors)
  .superRefine((given, context) => {
    const wrong = teamProblem(given) ?? clientProblem(given);
    if (wrong !== null) context.addIssue({ code: "custom", path: [wrong[0]], message: wrong[1] });
  });

/**
 * Reads the environment; nothing else does. `problem` is one sentence that names every invalid variable. An empty
 * variable counts as not set.
 */
export function readEnv(
  variables: Variables = process.env,
  folder: string = process.cwd(),
): { env: Env } | { problem: string } {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const parsed = shape.safeParse(set);
  if (!parsed.success) return { problem: sentenceOf(parsed.error, variables) };
  const {
    PORT,
    HOST,
    DATA_DIR,
    CONFIG_DIR,
    CLAIM,
    PUBLIC_URL,
    DATABASE_URL,
    OTEL_EXPORTER_OTLP_ENDPOINT,
    LOG_LEVEL,
    NOTIFY_PRIVATE,
    SECRETS_KEY,
    PSEUDO_LANGUAGES,
    COLD_AFTER_SECONDS,
    ASKS_PER_HOUR,
    CHATS_PER_PERSON,
    QUEUED_PER_CHAT,
    MESSAGES_PER_HOUR,
    TOKENS_PER_DAY,
  } = parsed.data;
  const dataDir = path.resolve(folder, DATA_DIR);
  return {
    env: {
      port: PORT,
      host: HOST,
      dataDir,
      configDir: path.resolve(folder, CONFIG_DIR),
      databaseUrl: DATABASE_URL ?? null,
      otlpEndpoint: OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
      // With a public address the first visitor may be anybody.
      claim: PUBLIC_URL === undefined ? CLAIM : "link",
      publicOrigin: PUBLIC_URL ?? null,
      team: teamSettings(parsed.data),
      clients: clientSettingsOf(parsed.data),
      logLevel: LOG_LEVEL,
      notifyPrivate: NOTIFY_PRIVATE === "yes",
      secretsKey: SECRETS_KEY ?? null,
      audit: auditOf(parsed.data, folder, dataDir),
      pseudoLanguages: PSEUDO_LANGUAGES === "on",
      coldAfterMs: COLD_AFTER_SECONDS * 1_000,
      asksPerHour: ASKS_PER_HOUR,
      ofPerson: {
        chats: CHATS_PER_PERSON,
        queued: QUEUED_PER_CHAT,
        messagesPerHour: MESSAGES_PER_HOUR,
        tokensPerDay: TOKENS_PER_DAY,
      },
      variables: { ...variables, DATA_DIR: dataDir },
    },
  };
}

function secretKeysOrIssue(text: string, context: z.RefinementCtx): string {
  if (parseSecretKeys(text) === null) {
    context.addIssue("holds no key: each is 32 bytes, as openssl rand -base64 32 prints them");
  }
  return text;
}

function addressOf(host: string): string {
  if (host === "localhost") return "127.0.0.1";
  return host === "[::1]" ? "::1" : host;
}

function isLoopback(host: string): boolean {
  return host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

type Doors = { HOST: string; AUTH: "local" | "team"; PUBLIC_URL?: string | undefined };

/**
 * Without sign-in, whoever reaches the port could claim the instance (THREATS B6: loopback without sign-in); with
 * sign-in, passwords need https.
 */
function refuseOpenDoors({ HOST, AUTH, PUBLIC_URL }: Doors, context: z.RefinementCtx): void {
  const refuse = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
  if (AUTH === "local") {
    if (isLoopback(HOST)) return;
    refuse(
      "HOST",
      "is not a loopback address, and there is no sign-in for other machines; use 127.0.0.1, or AUTH=team",
    );
    return;
  }
  if (!/^[0-9A-Za-z.:-]+$/.test(HOST)) refuse("HOST", "is not an address to listen on, like 0.0.0.0");
  if (PUBLIC_URL === undefined) {
    if (!isLoopback(HOST)) refuse("HOST", "is reached from other machines, so PUBLIC_URL must say where, with https");
    return;
  }
  const { protocol, hostname } = new URL(PUBLIC_URL);
  const isHere = hostname === "localhost" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
  if (protocol !== "https:" && !isHere) refuse("PUBLIC_URL", "must be https, for people send their passwords there");
}

function originOrIssue(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search + url.hash === "") {
    return url.origin;
  }
  context.addIssue("is not the root of a web address, like https://countersign.example.com");
  return z.NEVER;
}

function addressOrIssue(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text;
  context.addIssue("is not a web address, like http://localhost:4318");
  return z.NEVER;
}

function postgresOrIssue(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(text);
  const isDatabase = url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== "";
  if (isDatabase && url.pathname.length > 1 && percentDecoded(url.username + url.password) !== null) return text;
  context.addIssue("is not the address of a database, like postgres://user:password@host:5432/countersign");
  return z.NEVER;
}

const dayInSeconds = 86_400;

function secondsOrIssue(text: string, context: z.RefinementCtx): number {
  if (text === "never") return Infinity;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (seconds <= dayInSeconds) return seconds;
  context.addIssue(`is neither a number of seconds from 0 to ${dayInSeconds} nor never`);
  return z.NEVER;
}

function countOrIssue(most: number) {
  return (text: string, context: z.RefinementCtx): number => {
    if (text === "unlimited") return Infinity;
    const count = /^\d{1,12}$/.test(text) ? Number(text) : NaN;
    if (count >= 1 && count <= most) return count;
    context.addIssue(`is neither a whole number from 1 to ${most} nor unlimited`);
    return z.NEVER;
  };
}

/** Variables whose values may hold a password: messages do not repeat them. */
const unspoken = new Set(["DATABASE_URL", "AUTH_SECRET", "OIDC_CLIENT_SECRET", "AUDIT_HEADS", "SECRETS_KEY"]);

function sentenceOf(error: z.ZodError, variables: Variables): string {
  const wrong = error.issues.map(({ path: [name], message }) => {
    const given = variables[String(name)] ?? "";
    // What stands before an @ in an address may be a password.
    const said = unspoken.has(String(name)) ? "…" : given.replace(/^.*@/s, "…@");
    return `${String(name)}=${said} ${message}`;
  });
  return `The environment is not usable: ${wrong.join("; ")}.`;
}
