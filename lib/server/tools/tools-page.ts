import { effectsOf } from "#lib/approvals/effects.ts";
import { iconBudget } from "#lib/results/icon-budget.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { InspectedServer, InspectedTool } from "#lib/mcp/servers/inspected-server.ts";
import { riskFacts } from "#lib/mcp/servers/server-tool.ts";
import { floatingVersion } from "#lib/mcp/config/floating-version.ts";
import { assessRisk, composedRisk, type Risk, type RiskReason } from "#lib/verdict/risk.ts";
import {
  type ConfirmReason,
  needsReview,
  type ServerOnPage,
  type Setting,
  type ToolOnPage,
  type ToolsPage,
} from "#lib/policies/changes/tools-page.ts";
import type { ToolReviewRow, ToolSettingsRow } from "#lib/store/schema/schema.ts";
import { notForClients } from "./catalogue.ts";
import { asksByDefault } from "#lib/gate/contract/asks-by-default.ts";
import { definitionPieces, comparisonBudget } from "./definition-pieces.ts";
import { hiddenBy, type PoliciesOfTools } from "./hidden-by.ts";
import { floatingSentence, type PlannedServer } from "./plan-servers.ts";
import { appsOnPage, instructionsOnPage, reviewStatusOf, type Reviewing } from "./review-on-page.ts";
import { lineOf, transportOf } from "./transport-on-page.ts";
import { pageSource, type ToolsInForce, usualOf } from "./tools-in-force.ts";

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
  const decided = { force, policies, drawn: iconBudget(), budget: comparisonBudget() };
  const servers = planned.map((server) => {
    const live = inspected.find(({ config }) => config.id === server.id);
    return serverOnPage(server, live, decided);
  });
  const all = [...servers, ...ownServers(own, decided)];
  const waiting = servers.reduce(
    (sum, { confirm, state, tools, apps, instructions }) =>
      sum +
      (confirm !== null || state === "refused" ? 1 : 0) +
      [...tools, ...apps.reviewed, ...(instructions === null ? [] : [instructions])].filter(needsReview).length,
    0,
  );
  return { servers: all, said, mostRisk: force.rows.mostRisk, waiting };
}

/** Decisions about tools, and about all calls, and which icons and comparisons the page has room for. */
type Decided = Pick<Parts, "policies"> & Reviewing & { drawn: ReturnType<typeof iconBudget> };

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
    callsItself: live?.callsItself
      ? {
          title: live.callsItself.title,
          version: live.callsItself.version,
          icon: decided.drawn(live.callsItself.icons),
        }
      : null,
    apps: { shown: row?.apps === 1, reviewed: live === undefined ? [] : appsOnPage(live, decided) },
    instructions: live === undefined ? null : instructionsOnPage(live, decided),
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

function serverTool({ config }: InspectedServer, tool: InspectedTool, decided: Decided): ToolOnPage {
  const { definition, written, inForce, accepted } = tool;
  const review = decided.force.reviewOf(config.id, definition.name);
  const assessed = assessRisk(riskFacts(config, definition));
  // An icon that nobody accepted is not drawn, and takes no room from others.
  const drawing = accepted ? decided : { ...decided, drawn: () => null };
  const shown = onPage({ written, inForce, assessed, hidden: definition.hidden, decided: drawing, review });
  if (accepted) return shown;
  const former = review?.definition_json ?? null;
  return {
    ...shown,
    review: reviewStatusOf(review, decided.force.isRejected(config.id, definition)),
    definition: definitionPieces(former, definition.said, decided.budget),
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
      callsItself: null,
      apps: { shown: false, reviewed: [] },
      instructions: null,
      tools: tools.map((written) => {
        const assessed = { risk: written.risk, because: ["app" as const] };
        const inForce = decided.force.inForce(written);
        return onPage({ written, inForce, assessed, hidden: false, decided, review: null });
      }),
    };
  });
}

type Shown = {
  written: Tool;
  inForce: Tool;
  assessed: { risk: Risk; because: RiskReason[] };
  hidden: boolean;
  decided: Decided;
  review: ToolReviewRow | null;
};

function onPage({ written, inForce, assessed, hidden, decided, review }: Shown): ToolOnPage {
  const { annotations } = inForce;
  const { force, policies } = decided;
  const set = force.settingsOf(written.server.id, written.name);
  const asks = asksByDefault(inForce);
  const usual = usualOf({ ...written, who: inForce.who }, force.rows.timeouts);
  const { title: _, ...hints } = annotations;
  return {
    name: inForce.name,
    title: inForce.title,
    icon: decided.drawn(inForce.icons),
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
    timeoutMs: setting(set, "timeout_ms", usual, inForce.timeoutMs),
    // This app wrote it, from a checked value.
    who: {
      written: written.who,
      set: set?.who_json == null ? null : inForce.who,
      inForce: inForce.who,
      source: set?.who_json == null ? "mcp.json" : pageSource,
    },
    exposure: setting(set, "exposure", written.exposure, inForce.exposure),
    preview: setting(set, "preview_json", written.preview ?? null, inForce.preview ?? null),
    notForClients: notForClients(inForce, force.rows.mostRisk),
    hiddenBy: hiddenBy(inForce, policies),
    neverApproved: null,
  };
}

type Column = "approval" | "prompt" | "risk" | "timeout_ms" | "exposure" | "preview_json";

function setting<Value>(set: ToolSettingsRow | null, column: Column, written: Value, inForce: Value): Setting<Value> {
  const isSet = set !== null && set[column] !== null;
  return { written, set: isSet ? inForce : null, inForce, source: isSet ? pageSource : "mcp.json" };
}
