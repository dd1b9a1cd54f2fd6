import { effectsOf } from "#lib/approvals/effects.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { InspectedServer, InspectedTool } from "#lib/mcp/servers/servers.ts";
import { riskFacts } from "#lib/mcp/servers/server-tool.ts";
import type { OauthSettings } from "#lib/mcp/config/oauth-settings.ts";
import { floatingVersion } from "#lib/mcp/config/floating-version.ts";
import { assessRisk, composedRisk, type Risk } from "#lib/verdict/risk.ts";
import type { ConfirmReason, ServerOnPage, Setting, ToolOnPage, ToolsPage } from "#lib/policies/changes/tools-page.ts";
import type { ToolReviewRow, ToolSettingsRow } from "#lib/store/schema/schema.ts";
import { notForClients } from "./catalogue.ts";
import { asksByDefault } from "./asks-by-default.ts";
import { definitionPieces } from "./definition-pieces.ts";
import { hiddenBy, type PoliciesOfTools } from "./hidden-by.ts";
import { floatingSentence, type PlannedServer } from "./plan-servers.ts";
import { pageSource, type ToolsInForce } from "./tools-in-force.ts";

type Parts = {
  planned: PlannedServer[];
  said: string[];
  inspected: InspectedServer[];
  own: Tool[];
  force: ToolsInForce;
  policies: PoliciesOfTools;
};

/** Everything the tools page shows. */
export function toolsPage({ planned, said, inspected, own, force, policies }: Parts): ToolsPage {
  const servers = planned.map((server) => {
    const live = inspected.find(({ config }) => config.id === server.id);
    return serverOnPage(server, live, { force, policies });
  });
  const all = [...servers, ...ownServers(own, { force, policies })];
  const waiting = servers.reduce(
    (sum, { confirm, state, tools }) =>
      sum +
      (confirm !== null || state === "refused" ? 1 : 0) +
      tools.filter(({ review }) => review !== "accepted").length,
    0,
  );
  return { servers: all, said, mostRisk: force.rows.mostRisk, waiting };
}

/** Decisions about tools, and about all calls. */
type Decided = Pick<Parts, "force" | "policies">;

function serverOnPage(planned: PlannedServer, live: InspectedServer | undefined, decided: Decided): ServerOnPage {
  const { force } = decided;
  const { id, source, written, config, confirmed, state } = planned;
  const fromFile = source === "file" ? "mcp.json" : "the app";
  const row = force.rows.servers.find((one) => one.id === id);
  const set = row?.trusted ?? null;
  const isWritten = confirmed?.trusted === true && written?.trusted === true;
  const floats = written === null ? null : floatingVersion(written.transport);
  const why = waitsBecause(planned, live);
  return {
    id,
    title: (config ?? written)?.title ?? id,
    source: fromFile,
    transport: transportOf(planned),
    state,
    status: live?.status ?? "waiting",
    era: live?.era ?? null,
    problem: planned.problem ?? live?.problem ?? null,
    wantsSignIn: live?.signIn != null,
    signInLink: live?.signInLink ?? null,
    said: live?.said ?? null,
    floating: floats === null || planned.problem !== null ? null : floatingSentence(floats),
    trusted: {
      written: isWritten,
      set: set === null ? null : set === 1,
      inForce: set === null ? isWritten : set === 1,
      source: set === null ? (isWritten ? fromFile : "default") : pageSource,
    },
    exposure: {
      written: planned.exposure,
      set: row?.exposure ?? null,
      inForce: row?.exposure ?? planned.exposure,
      source: row?.exposure == null ? fromFile : pageSource,
    },
    confirm:
      why !== null && planned.digest !== null
        ? {
            digest: planned.digest,
            why,
            formerly: confirmed === null || state === "runs" ? null : lineOf(confirmed.identity),
            loosened: planned.loosened,
          }
        : null,
    tools: live?.tools.map((tool) => serverTool(live, tool, decided)) ?? [],
  };
}

function waitsBecause({ state, loosened }: PlannedServer, live: InspectedServer | undefined): ConfirmReason | null {
  if (state === "new") return "new";
  if (state === "command-changed") return "changed";
  if (state !== "runs") return null;
  if (live?.isOutOfBounds === true) return "private";
  return loosened.length > 0 ? "looser" : null;
}

function transportOf({ written }: PlannedServer): ServerOnPage["transport"] {
  if (written === null) return { kind: "unknown" };
  // The format of identities is in lib/mcp/config/config.ts.
  const { identity, transport, origin } = written;
  if (transport.kind === "http") {
    const headers = Object.keys(transport.headers);
    const { url } = identity as { url: string };
    const signsIn = signsInWords(transport.oauth);
    return { kind: "address", url, origin, headers, ...(signsIn !== null && { signsIn }) };
  }
  const { command, args, env, cwd } = identity as Program;
  return { kind: "program", command, args, variables: env, folder: cwd ?? null };
}

/** Who signs in, in a sentence, where that is not the usual. */
function signsInWords(oauth: OauthSettings | undefined): string | null {
  if (oauth === undefined) return null;
  const { who, clientId, issuer, isMachine } = oauth;
  const as = `${clientId === null ? "" : `, as the client ${clientId}`}${issuer === null ? "" : `, at ${issuer}`}`;
  if (isMachine) return `This app itself signs in${as}.`;
  if (who === "instance") return `One person signs in for everybody here${as}.`;
  return as === "" ? null : `Each person signs in for themselves${as}.`;
}

type Program = { command: string; args: string[]; env: string[]; cwd?: string };

function lineOf(identity: NonNullable<PlannedServer["confirmed"]>["identity"]): string {
  if (typeof identity["url"] === "string") return identity["url"];
  const { command, args, env, cwd } = identity as Program;
  const line = [command, ...args].map((word) => (/^[\w@%+=:,./${}-]+$/.test(word) ? word : JSON.stringify(word)));
  return [
    ...line,
    ...(cwd === undefined ? [] : [`in ${cwd}`]),
    ...(env.length > 0 ? [`with ${env.join(", ")}`] : []),
  ].join(" ");
}

function serverTool({ config }: InspectedServer, tool: InspectedTool, decided: Decided): ToolOnPage {
  const { definition, written, inForce, accepted } = tool;
  const review = decided.force.reviewOf(config.id, definition.name);
  const assessed = assessRisk(riskFacts(config, definition));
  const shown = onPage({ written, inForce, assessed, hidden: definition.hidden, decided, review });
  if (accepted) return shown;
  const former = review?.definition_json ?? null;
  return {
    ...shown,
    review: former === null ? "new" : "changed",
    definition: definitionPieces(former, definition.said),
  };
}

function ownServers(own: Tool[], decided: Decided): ServerOnPage[] {
  const ids = [...new Set(own.map(({ server }) => server.id))];
  return ids.map((id) => {
    const tools = own.filter(({ server }) => server.id === id);
    const trusted = { written: true, set: null, inForce: true, source: "built in" };
    return {
      id,
      title: tools[0]?.server.title ?? id,
      source: "built in",
      transport: { kind: "built-in" },
      state: "runs",
      status: "up",
      era: null,
      problem: null,
      wantsSignIn: false,
      signInLink: null,
      said: null,
      floating: null,
      trusted,
      exposure: { written: "both", set: null, inForce: "both", source: "built in" },
      confirm: null,
      tools: tools.map((written) => {
        const assessed = { risk: written.risk, because: ["it is part of this app"] };
        const inForce = decided.force.inForce(written);
        return onPage({ written, inForce, assessed, hidden: false, decided, review: null });
      }),
    };
  });
}

type Shown = {
  written: Tool;
  inForce: Tool;
  assessed: { risk: Risk; because: string[] };
  hidden: boolean;
  decided: Decided;
  review: ToolReviewRow | null;
};

function onPage({ written, inForce, assessed, hidden, decided, review }: Shown): ToolOnPage {
  const { annotations } = inForce;
  const { force, policies } = decided;
  const set = force.settingsOf(written.server.id, written.name);
  const asks = asksByDefault(inForce);
  const { title: _, ...hints } = annotations;
  return {
    name: inForce.name,
    title: inForce.title,
    description: inForce.description,
    inputSchema: inForce.inputSchema,
    effects: effectsOf(annotations, inForce.server.trusted),
    hints: Object.entries(hints).map(([name, said]) => ({ name, said })),
    review: "accepted",
    fingerprint: inForce.fingerprint,
    definition: [],
    reviewedAt: review?.reviewed_at ?? null,
    reviewedBy: review?.reviewed_by ?? null,
    asks,
    approval: { ...setting(set, "approval", written.flag, inForce.flag), source: inForce.flagSource },
    prompt: setting(set, "prompt", written.prompt, inForce.prompt),
    risk: {
      ...setting(set, "risk", written.risk, inForce.risk),
      source: inForce.riskSource,
      assessed: assessed.risk,
      because: assessed.because,
      composed: composedRisk(inForce.risk, { asks, hidden }),
    },
    timeoutMs: setting(set, "timeout_ms", written.timeoutMs, inForce.timeoutMs),
    // This app wrote it, from a checked value.
    who: {
      written: written.who,
      set: set?.who_json == null ? null : inForce.who,
      inForce: inForce.who,
      source: set?.who_json == null ? "mcp.json" : pageSource,
    },
    exposure: setting(set, "exposure", written.exposure, inForce.exposure),
    notForClients: notForClients(inForce, force.rows.mostRisk),
    hiddenBy: hiddenBy(inForce, policies),
    neverApproved: null,
  };
}

type Column = "approval" | "prompt" | "risk" | "timeout_ms" | "exposure";

function setting<Value>(set: ToolSettingsRow | null, column: Column, written: Value, inForce: Value): Setting<Value> {
  const isSet = set !== null && set[column] !== null;
  return { written, set: isSet ? inForce : null, inForce, source: isSet ? pageSource : "mcp.json" };
}
