import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { previewWords } from "#lib/approvals/preview/preview-setting.ts";
import type { Who } from "#lib/people/who.ts";
import { exposureWords, isWiderExposure, type Exposure } from "#lib/verdict/exposure.ts";
import { answerers, isLooserFlag, letsOthersIn } from "#lib/policies/changes/oversight.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { ServerConfig, ToolSettings } from "./config.ts";

/**
 * The parts of a server's entry that the owner vouches for: what runs, the wording of its cards, and how closely its
 * tools are watched.
 */
export type Vouched = {
  v: 2;
  /** As cards name it. */
  title: string;
  /** Command, arguments and names of variables, or the address, as written (THREATS E2: changed servers). */
  identity: JsonObject;
  /** Digest of the values of its variables or headers as written: they may make the same program do anything. */
  startedWith: string;
  trusted: boolean;
  /** Absent where it is the usual one, `both`, as in entries of older releases. */
  exposure?: Exposure;
  tools: Record<string, VouchedTool>;
};

export type VouchedTool = Omit<ToolSettings, "timeoutMs" | "exposure"> & {
  /** Absent where the tool has none of its own. */
  exposure?: Exposure;
};

const unset: VouchedTool = {
  approval: "inherit",
  idempotent: false,
  risk: null,
  who: null,
  prompt: null,
  confirm: null,
};
const self: Who = { kind: "self" };

export function vouchedOf({
  title,
  identity,
  startedWith,
  trusted,
  exposure,
  tools,
}: Pick<ServerConfig, "title" | "identity" | "startedWith" | "trusted" | "exposure" | "tools">): Vouched {
  const entries = [...tools].map(([name, settings]): [string, VouchedTool] => {
    const { approval, idempotent, risk, who, prompt, confirm, preview } = settings;
    const tool = { approval, idempotent, risk, who, prompt, confirm, ...(preview === undefined ? {} : { preview }) };
    return [name, withExposure(tool, settings.exposure ?? undefined)];
  });
  const vouched = { v: 2 as const, title, identity, startedWith, trusted };
  return { ...withExposure(vouched, exposure === "both" ? undefined : exposure), tools: Object.fromEntries(entries) };
}

function withExposure<Entry extends object>(
  { ...entry }: Entry,
  exposure: Exposure | undefined,
): Entry & { exposure?: Exposure } {
  return exposure === undefined ? entry : { ...entry, exposure };
}

type OfOlderRelease = { v: 1; tools: Record<string, Omit<VouchedTool, "prompt" | "confirm">> } & Omit<
  Vouched,
  "v" | "title" | "tools"
>;

/**
 * The stored parts of an entry. An older release stored neither wording nor headers: those count as they are when this
 * release first reads the entry.
 */
export function storedVouched(json: string, written: Vouched | null): Vouched {
  // Only this app writes it.
  const stored = JSON.parse(json) as Vouched | OfOlderRelease;
  if (stored.v === 2) return stored;
  const names = new Set([...Object.keys(stored.tools), ...Object.keys(written?.tools ?? {})]);
  const tools = [...names].map((name): [string, VouchedTool] => {
    const { prompt, confirm } = own(written?.tools ?? {}, name);
    return [name, { ...unset, ...(Object.hasOwn(stored.tools, name) ? stored.tools[name] : {}), prompt, confirm }];
  });
  const { startedWith } = stored.startedWith === "" && written !== null ? written : stored;
  return { ...stored, v: 2, title: written?.title ?? "", startedWith, tools: Object.fromEntries(tools) };
}

/** Hex SHA-256: a person confirms exactly what they saw. */
export function digestOfVouched(vouched: Vouched): string {
  // It holds only JSON.
  const json = JSON.parse(JSON.stringify(vouched)) as JsonObject;
  return createHash("sha256").update(canonicalJson(json)).digest("hex");
}

/** Whether both start the same program in the same way, or call the same address. */
export function isSameStart(one: Vouched, other: Vouched): boolean {
  return one.startedWith === other.startedWith && canonicalJson(one.identity) === canonicalJson(other.identity);
}

/** Whether both are the same program, started the same way and told the same of us, or the same address. */
export function isSameServer(one: ServerConfig, other: ServerConfig): boolean {
  const started = ({ id, era, transport, identity, apps }: ServerConfig) =>
    JSON.stringify({ id, era, transport, identity, apps });
  return started(one) === started(other);
}

/**
 * The part of a changed entry that is in force: tightening at once, loosening and new wording only after the owner's
 * confirmation (THREATS H8). `loosened` says in sentences what waits. A tool's `null` risk is unknown here, so every
 * level but the highest may be lower.
 */
export function vouchedInForce(confirmed: Vouched, written: Vouched): { inForce: Vouched; loosened: string[] } {
  const loosened: string[] = [];
  const trusted = confirmed.trusted && written.trusted;
  if (written.startedWith !== confirmed.startedWith) {
    const isRemote = Object.hasOwn(written.identity, "url");
    loosened.push(isRemote ? "Its headers changed." : "Its environment variables changed.");
  }
  if (written.title !== confirmed.title) loosened.push(`Cards call it ${quoted(written.title)}.`);
  if (written.trusted && !confirmed.trusted) loosened.push("What this server says of its own tools is believed.");
  const wider = isWiderExposure(placeOf(written), placeOf(confirmed));
  if (wider) loosened.push(`Its tools are offered ${exposureWords[placeOf(written)]}.`);
  const exposure = (wider ? confirmed : written).exposure;
  const names = new Set([...Object.keys(confirmed.tools), ...Object.keys(written.tools)]);
  const tools = Object.fromEntries(
    [...names].map((name) => {
      const former = own(confirmed.tools, name);
      const now = own(written.tools, name);
      const { tool, said } = strictestTool(name, former, now);
      loosened.push(...said);
      const place = strictestPlace({ former: confirmed, formerTool: former, written, writtenTool: now });
      if (place.waits) loosened.push(`${name} is offered ${exposureWords[now.exposure ?? placeOf(written)]}.`);
      return [name, withExposure(without(tool), place.exposure)];
    }),
  );
  return { inForce: withExposure({ ...without(written), title: confirmed.title, trusted, tools }, exposure), loosened };
}

type Places = { former: Vouched; formerTool: VouchedTool; written: Vouched; writtenTool: VouchedTool };

/** The tool's own place that is in force; undefined where it has none and goes with its server. */
function strictestPlace({ former, formerTool, written, writtenTool }: Places) {
  const goesWithServer = formerTool.exposure === undefined && writtenTool.exposure === undefined;
  const was = formerTool.exposure ?? placeOf(former);
  const waits = !goesWithServer && isWiderExposure(writtenTool.exposure ?? placeOf(written), was);
  return { exposure: waits ? formerTool.exposure : writtenTool.exposure, waits };
}

function placeOf({ exposure = "both" }: Vouched): Exposure {
  return exposure;
}

function without<Entry extends { exposure?: Exposure }>(entry: Entry): Omit<Entry, "exposure"> {
  const copy = { ...entry };
  delete copy.exposure;
  return copy;
}

function strictestTool(name: string, former: VouchedTool, written: VouchedTool) {
  const said: string[] = [];
  const tool = { ...written };
  if (isLooserFlag(written.approval, former.approval)) {
    tool.approval = former.approval;
    said.push(
      written.approval === "never"
        ? `Calls of ${name} run without asking anybody, unless a policy asks or refuses.`
        : `Calls of ${name} ask only when a policy says so, no longer every time.`,
    );
  }
  if (mayBeLower(written.risk, former.risk)) {
    tool.risk = former.risk;
    said.push(
      written.risk === null
        ? `The risk of ${name} is what is known of it.`
        : `The risk of ${name} is ${written.risk} of 5.`,
    );
  }
  if (letsOthersIn(written.who ?? self, former.who ?? self)) {
    tool.who = former.who;
    said.push(`Calls of ${name} may be answered by ${answerers(written.who ?? self)}.`);
  }
  if (written.idempotent && !former.idempotent) {
    tool.idempotent = false;
    said.push(`Calls of ${name} are sent again when nobody knows whether they ran.`);
  }
  if (written.prompt !== former.prompt) {
    tool.prompt = former.prompt;
    said.push(`The question on cards of ${name} is ${quoted(written.prompt)}.`);
  }
  if (written.confirm !== former.confirm) {
    tool.confirm = former.confirm;
    said.push(
      written.confirm === null
        ? `What is typed to approve a high risk of ${name} is the tool's name.`
        : `What is typed to approve a high risk of ${name} is the value of ${quoted(written.confirm)}.`,
    );
  }
  const preview = previewWords(written.preview ?? null);
  if (preview !== previewWords(former.preview ?? null)) {
    delete tool.preview;
    if (former.preview !== undefined) tool.preview = former.preview;
    said.push(`The preview on cards of ${name} is ${preview}.`);
  }
  return { tool, said };
}

function quoted(text: string | null): string {
  return text === null ? "the usual one" : `“${text}”`;
}

function mayBeLower(written: Risk | null, former: Risk | null): boolean {
  if (written === former) return false;
  if (written === null) return true;
  return former === null ? written < 5 : written < former;
}

function own(tools: Record<string, VouchedTool>, name: string): VouchedTool {
  return Object.hasOwn(tools, name) ? (tools[name] ?? unset) : unset;
}

/** The entry, limited to the part that is in force. */
export function restrained(config: ServerConfig, inForce: Vouched): ServerConfig {
  const names = new Set([...config.tools.keys(), ...Object.keys(inForce.tools)]);
  const tools = [...names].map((name): [string, ToolSettings] => {
    const { exposure = null, ...tool } = own(inForce.tools, name);
    return [name, { timeoutMs: config.tools.get(name)?.timeoutMs ?? null, ...tool, exposure }];
  });
  const { title, trusted } = inForce;
  return { ...config, title, trusted, exposure: placeOf(inForce), tools: new Map(tools) };
}
