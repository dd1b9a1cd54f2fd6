import { ConfigError } from "#lib/mcp/config/config-error.ts";
import { type McpConfig, parseMcpConfig, type ServerConfig } from "#lib/mcp/config/config.ts";
import type { Environment } from "#lib/mcp/config/expand-variables.ts";
import { floatingVersion } from "#lib/mcp/config/floating-version.ts";
import {
  digestOfVouched,
  isSameStart,
  restrained,
  storedVouched,
  vouchedInForce,
  type Vouched,
  vouchedOf,
} from "#lib/mcp/config/vouched.ts";
import type { Exposure } from "#lib/verdict/exposure.ts";
import type { OversightRows } from "#lib/store/policies/tool-oversight.ts";
import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import { sealedElsewhere, type Secrets } from "#lib/store/schema/secrets.ts";

/** The state of one server from mcp.json or the app, and why. */
export type PlannedServer = {
  id: string;
  source: "file" | "app";
  /** As written; null when the entry cannot be parsed, see `problem`. */
  written: ServerConfig | null;
  /** As it is in force. Only a server with `runs` is ever started. */
  config: ServerConfig | null;
  state: "runs" | "disabled" | "new" | "command-changed" | "refused";
  problem: string | null;
  /** What was last confirmed; null before the first time. */
  confirmed: Vouched | null;
  /** What a confirmation would confirm now, and its digest. */
  vouched: Vouched | null;
  digest: string | null;
  /** What the entry loosened, or puts on cards, without a confirmation, in sentences. */
  loosened: string[];
  /** Whether the last confirmation was stored by a release that did not compare wording and headers. */
  isOfOlderRelease: boolean;
  /** The part of a changed entry that is already in force; null when nothing is new. */
  tightened: Vouched | null;
  /** Addresses in private networks that an owner confirmed for a server added in the app. */
  privately: string[];
  /** Where its tools are on offer by its entry, as far as that is in force. */
  exposure: Exposure;
};

export type PlanSources = {
  /** What mcp.json says. */
  file: McpConfig;
  environment: Environment;
  /** Working directory of programs that were added in the app. */
  folder: string;
  /**
   * Whether people sign in here: then a command without a fixed version does not run (THREATS H7: floating versions).
   */
  isTeam: boolean;
  /** Opens entries of the store, and what was confirmed of them. */
  secrets: Secrets;
};

type Rows = Pick<OversightRows, "servers" | "consents">;

/** All servers in order: those of the file, then those of the app. Of two with one name the file's counts. */
export function planServers(sources: PlanSources, rows: Rows): PlannedServer[] {
  const { servers, leftOut } = sources.file;
  const inFile = new Set([...servers, ...leftOut].map(({ id }) => id));
  const added = rows.servers.flatMap(({ id, entry_json }) =>
    entry_json === null || inFile.has(id)
      ? []
      : [{ id, source: "app" as const, ...readEntry(id, entry_json, sources) }],
  );
  const named = [
    ...servers.map((written) => ({ id: written.id, source: "file" as const, written, problem: null })),
    // It keeps its name: rules were written for it, and must not apply to another server.
    ...leftOut.map(({ id, problem }) => ({ id, source: "file" as const, written: null, problem })),
    ...added,
  ];
  return named.map((server) => planServer(server, sources, rows));
}

type Named = Pick<PlannedServer, "id" | "source" | "written" | "problem">;

function planServer(
  { id, source, written, problem }: Named,
  { isTeam, secrets }: PlanSources,
  rows: Rows,
): PlannedServer {
  const row = rows.servers.find((server) => server.id === id);
  const consent = rows.consents.find((each) => each.server_id === id);
  const entry = written === null ? null : vouchedOf(written);
  const vouchedJson = consent && secrets.open(consent.vouched_json, aboutSecret.serverConsent(id));
  // A confirmation that cannot be opened does not count.
  const confirmed = vouchedJson == null ? null : storedVouched(vouchedJson, entry);
  const isOfOlderRelease = confirmed !== null && JSON.stringify(confirmed) !== vouchedJson;
  const isSame = confirmed !== null && entry !== null && isSameStart(confirmed, entry);
  // This app wrote it; what was confirmed for one address is not confirmed for another.
  const privately = consent === undefined || !isSame ? [] : (JSON.parse(consent.private_json) as string[]);
  const planned = { id, source, written, confirmed, isOfOlderRelease, loosened: [], tightened: null, privately };
  const { exposure = "both" } = confirmed ?? entry ?? {};
  if (written === null || entry === null) {
    return { ...planned, exposure, config: null, state: "refused", problem, vouched: null, digest: null };
  }
  const vouched = entry;
  const digest = digestOfVouched(vouched);
  const known = { ...planned, exposure, config: written, problem: null, vouched, digest };
  const floats = floatingVersion(written.transport);
  if (row?.disabled === 1) return { ...known, state: "disabled" };
  if (floats !== null && isTeam) {
    return {
      ...known,
      state: "refused",
      problem: `${floatingSentence(floats)} Where people sign in, it is not started.`,
    };
  }
  const { inForce, loosened } = vouchedInForce(confirmed ?? { ...vouched, trusted: false, tools: {} }, vouched);
  if (confirmed === null) return { ...known, state: "new", loosened, problem: consent ? confirmedElsewhere : null };
  if (!isSameStart(confirmed, vouched)) return { ...known, state: "command-changed", loosened };
  const config = within(restrained(written, inForce), source, privately);
  const trusted = row?.trusted == null ? config.trusted : row.trusted === 1;
  const byEntry = config.exposure;
  const isNew = isOfOlderRelease || digestOfVouched(inForce) !== digestOfVouched(confirmed);
  const tightened = isNew ? inForce : null;
  const apps = row?.apps === 1 ? { apps: true as const } : {};
  const inUse = { ...config, trusted, exposure: row?.exposure ?? byEntry, ...apps };
  return { ...known, exposure: byEntry, state: "runs", config: inUse, loosened, tightened };
}

/** The operator vouches for the address of a server in the file; one that was added in the app may be anybody's. */
function within(config: ServerConfig, source: PlannedServer["source"], privately: string[]): ServerConfig {
  const { transport } = config;
  if (source === "file" || transport.kind === "stdio") return config;
  return { ...config, transport: { ...transport, privately } };
}

const confirmedElsewhere =
  "What was confirmed of it was sealed with another key than this instance has. Confirm it again.";

/** What is wrong with a command that runs whatever version there is. */
export function floatingSentence(floats: string): string {
  return `The command takes whatever version of ${floats} there is when it starts, so it can become another program by itself. Name one version exactly.`;
}

function readEntry(id: string, entryJson: string, sources: PlanSources): Pick<PlannedServer, "written" | "problem"> {
  const opened = sources.secrets.open(entryJson, aboutSecret.serverEntry(id));
  if (opened === null) return { written: null, problem: sealedElsewhere };
  const read = readAdded({ [id]: JSON.parse(opened) as unknown }, sources);
  return "problem" in read ? { written: null, problem: read.problem } : { written: read.config, problem: null };
}

/** Parses one entry in the format of mcp.json. `problem` is a sentence. */
export function readAdded(
  entry: Record<string, unknown>,
  { environment, folder }: Pick<PlanSources, "environment" | "folder">,
): { config: ServerConfig } | { problem: string } {
  try {
    const text = JSON.stringify({ mcpServers: entry });
    const [config] = parseMcpConfig({ text, file: "This cannot be used", folder, environment });
    return config === undefined ? { problem: "This server is switched off in its entry." } : { config };
  } catch (error) {
    if (error instanceof ConfigError) return { problem: error.message };
    throw error;
  }
}
