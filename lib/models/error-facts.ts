import { isJsonObject } from "#lib/untrusted/json.ts";

/** The facts of an error of a model call, from any library and at any depth of wrapping. */
export type ErrorFacts = {
  /** Error names (`AI_APICallError`, `AbortError`), outermost first. */
  names: string[];
  /** Node's and the provider's error codes (`ECONNREFUSED`, `context_length_exceeded`), outermost first. */
  codes: string[];
  status: number | null;
  /** Host and port of the request; never the path or the query. */
  host: string | null;
  /** The id of the requested model. */
  modelId: string | null;
  retryAfterMs: number | null;
  /** The provider's own text, raw and untrusted: it may quote keys. */
  said: string | null;
};

const deepest = 8;

export function errorFacts(error: unknown): ErrorFacts {
  const facts: ErrorFacts = {
    names: [],
    codes: [],
    status: null,
    host: null,
    modelId: null,
    retryAfterMs: null,
    said: null,
  };
  collect(error, facts, deepest);
  return facts;
}

/** Structural on purpose: errors come from provider packages, undici and Node. */
function collect(error: unknown, facts: ErrorFacts, depth: number): void {
  if (depth === 0 || typeof error !== "object" || error === null) return;
  // The index type of an unknown object; every value is checked below.
  const values = error as Readonly<Record<string, unknown>>;
  if (typeof values["name"] === "string") facts.names.push(values["name"]);
  for (const code of [values["code"], values["type"]]) if (typeof code === "string") facts.codes.push(code);
  if (typeof values["statusCode"] === "number") facts.status ??= values["statusCode"];
  if (typeof values["url"] === "string") facts.host ??= URL.parse(values["url"])?.host || null;
  const request = values["requestBodyValues"];
  if (isJsonObject(request) && typeof request["model"] === "string") facts.modelId ??= request["model"];
  const headers = values["responseHeaders"];
  if (isJsonObject(headers)) facts.retryAfterMs ??= waitOf(headers["retry-after-ms"], headers["retry-after"]);
  if (typeof values["message"] === "string" && "statusCode" in values) facts.said ??= values["message"];

  const { data, cause, errors } = values;
  if (isJsonObject(data)) {
    collect(data, facts, depth - 1);
    collect(data["error"], facts, depth - 1);
  }
  collect(cause, facts, depth - 1);
  // Node tries every address of a name and reports them together.
  if (Array.isArray(errors)) collect(errors.at(-1), facts, depth - 1);
}

/** In milliseconds. */
function waitOf(milliseconds: unknown, text: unknown): number | null {
  if (typeof milliseconds === "string" && Number(milliseconds) > 0) return Number(milliseconds);
  if (typeof text !== "string") return null;
  const wait = Number.isNaN(Number(text)) ? Date.parse(text) - Date.now() : Number(text) * 1000;
  return wait > 0 ? wait : null;
}
