import { createHash } from "node:crypto";
import { domainsOf, type AppDomains } from "#lib/apps/app-domains.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";

/** An app that a server shows results with (SEP-1865); reviewed as a definition of a tool is (THREATS E1). */
export type AppDefinition = {
  /** Its address, `ui://…`. */
  name: string;
  fingerprint: string;
  /** Canonical JSON of `SaidOfApp`: what a person reviews. */
  said: string;
  html: string;
  domains: AppDomains;
  order: null;
};

/** What is reviewed of an app. */
export type SaidOfApp = {
  app: string;
  /** The tools whose results it shows. */
  tools: string[];
  bytes: number;
  sha256: string;
  csp: JsonValue;
  permissions: JsonValue;
  /** Its code, where a person can read that much. */
  source: string | null;
};

const mimeType = "text/html;profile=mcp-app";
const mostBytes = 2 * 1024 * 1024;
const mostDeclared = 8 * 1024;
/** Nobody reads more than this, and every page with a review would carry it. Characters. */
const longestSource = 32_000;

type Of = { uri: string; tools: string[]; identity: JsonObject };

/** Reads the answer to `resources/read` of an app; or says why it is not shown, in a sentence. */
export function readApp(answer: JsonObject, { uri, tools, identity }: Of): AppDefinition | { problem: string } {
  const contents = Array.isArray(answer["contents"]) ? answer["contents"].filter(isJsonObject) : [];
  const [content, ...more] = contents;
  if (content === undefined || more.length > 0) return { problem: "It is not one page." };
  const type = content["mimeType"];
  if (typeof type !== "string" || type.replaceAll(" ", "").toLowerCase() !== mimeType)
    return { problem: `It is no ${mimeType}.` };
  const html = htmlOf(content);
  if (html === null || html.trim() === "") return { problem: "It is empty, or no text." };
  const bytes = Buffer.byteLength(html);
  if (bytes > mostBytes) return { problem: `It is larger than ${mostBytes / 1024 / 1024} MB.` };
  const meta = isJsonObject(content["_meta"]) ? content["_meta"] : {};
  const { csp = null, permissions = null } = isJsonObject(meta["ui"]) ? meta["ui"] : {};
  if (JSON.stringify([csp, permissions]).length > mostDeclared) return { problem: "It declares too much." };
  const sha256 = createHash("sha256").update(html).digest("hex");
  const source = html.length > longestSource ? null : html;
  const said = canonicalJson({ app: uri, tools, bytes, sha256, csp, permissions, source } satisfies SaidOfApp);
  const reviewed = { app: uri, tools, sha256, csp, permissions, server: identity };
  const fingerprint = createHash("sha256").update(canonicalJson(reviewed)).digest("hex");
  return { name: uri, fingerprint, said, html, domains: domainsOf(csp), order: null };
}

function htmlOf({ text, blob }: JsonObject): string | null {
  if (typeof text === "string") return text;
  return typeof blob === "string" ? Buffer.from(blob, "base64").toString("utf8") : null;
}
