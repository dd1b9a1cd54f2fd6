import { existsSync } from "node:fs";
import { SdkError, SdkErrorCode, SdkHttpError, SseError } from "@modelcontextprotocol/client";
import type { Mask } from "#lib/audit/mask.ts";
import type { ServerConfig, ServerTransport } from "./config.ts";

const maxLength = 300;
/** Of a message, whose first line is said. */
const longestRead = 10_000;

/** `lastWords`: the last output of its program. */
type Heard = { lastWords: string | null; mask: Mask };

/** Why a server cannot be reached, as a sentence for the owner. */
export function describeProblem(error: unknown, transport: ServerTransport, heard: Heard): string {
  const { mask } = heard;
  const problem =
    transport.kind === "stdio" ? problemOfProgram(error, transport, heard) : problemOfWebServer(error, transport, mask);
  return mask.text(problem);
}

type Program = Extract<ServerTransport, { kind: "stdio" }>;
type WebServer = Extract<ServerTransport, { kind: "http" }>;

function problemOfProgram(error: unknown, { command, cwd }: Program, { lastWords, mask }: Heard): string {
  const code = systemCodeOf(error);
  if (code === "ENOENT")
    return existsSync(cwd) ? `The program "${command}" was not found.` : `Its folder ${cwd} does not exist.`;
  if (code === "EACCES") return `The program "${command}" may not be started (permission denied).`;
  const said = lastWords === null ? "" : ` It said: ${mask.head(lastWords, maxLength)}`;
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed)
    return `The program ended before it answered.${said}`;
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return `The program does not answer.${said}`;
  return `${sentenceOf(error, mask)}${said}`;
}

function problemOfWebServer(error: unknown, { url, isSse }: WebServer, mask: Mask): string {
  const { origin, host } = new URL(url);
  const status = statusOf(error);
  if (status !== null && status < 300) return `${origin} answers, but not with a stream of events as HTTP+SSE does.`;
  if (status === 401 || status === 403)
    return `${origin} refuses access (HTTP ${status}); check the headers in mcp.json.`;
  if (status === 404) return `${origin} has no MCP server at this path (HTTP 404); check the url in mcp.json.`;
  if (status === 405 && !isSse)
    return `${origin} does not take streamable HTTP here (HTTP 405). If it speaks the older HTTP+SSE, say "type": "sse".`;
  if (status !== null) return `${origin} answers with an error (HTTP ${status}).`;
  const code = systemCodeOf(error);
  if (code === "EPRIVATE") return leadsInside(url);
  if (code === "ECONNREFUSED") return `Nothing answers at ${origin}.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `The host ${host} was not found.`;
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return `${origin} does not answer.`;
  return code === null ? sentenceOf(error, mask) : `${origin} cannot be reached (${code}).`;
}

function statusOf(error: unknown): number | null {
  if (error instanceof SdkHttpError) return error.status;
  return error instanceof SseError ? (error.code ?? null) : null;
}

/** No connection was made: the address is in a private network, and nobody confirmed it. */
export function leadsInside(url: string): string {
  return `${new URL(url).host} leads into a private network, which an owner has to confirm.`;
}

/** The system's error code, anywhere in the chain of causes. */
export function systemCodeOf(error: unknown): string | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; depth += 1) {
    const { code } = cause as Error & { code?: unknown };
    if (
      typeof code === "string" &&
      /^(E[A-Z0-9]+|EAI_[A-Z]+|UND_ERR_[A-Z_]+|[A-Z_]*CERT[A-Z_]*|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/.test(code)
    )
      return code;
    const { data } = cause as Error & { data?: unknown };
    const inner = typeof data === "object" && data !== null && "cause" in data ? data.cause : undefined;
    cause = cause.cause ?? inner;
  }
  return null;
}

/** What the SDK says of an answer is a list of deviations, for programs. */
const invalid = /^Invalid result for ([\w/]+):/;

function sentenceOf(error: unknown, mask: Mask): string {
  const message = error instanceof Error ? error.message : String(error);
  const odd = error instanceof SdkError && error.code === SdkErrorCode.InvalidResult && invalid.exec(message);
  if (odd) return `It answered in a form that MCP does not know (${odd[1]}).`;
  const [line = ""] = mask.head(message, longestRead).trim().split("\n");
  return /[.!?]$/.test(line) ? line.slice(0, maxLength) : `${line.slice(0, maxLength)}.`;
}

/** A sentence for each tool that the file names and the server does not have. */
export function missingTools({ tools }: ServerConfig, offered: ReadonlyMap<string, unknown>): string[] {
  const missing = [...tools.keys()].filter((name) => !offered.has(name));
  return missing.map((name) => `mcp.json names the tool ${JSON.stringify(name)}, which this server does not offer.`);
}
