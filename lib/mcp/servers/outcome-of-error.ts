import {
  InsufficientScopeError,
  isJSONRPCErrorResponse,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from "@modelcontextprotocol/client";
import { maskOf, type Mask } from "#lib/audit/mask.ts";
import type { ToolOutcome } from "#lib/gate/contract/tool.ts";
import { signInNeededIn } from "#lib/mcp/config/sign-in-needed.ts";
import { SignInRefused } from "#lib/mcp/sign-in/sign-in-refused.ts";
import { systemCodeOf } from "#lib/mcp/config/describe-problem.ts";
import { notReadCode } from "#lib/mcp/transport/program-transport.ts";
import { readLinks, readPageIds } from "./read-questions.ts";

const maxLength = 2_000;

/** The connection is of no more use, and the request certainly did not reach a tool: it may be sent on a new one. */
export type Stale = { kind: "stale"; message: string };

/**
 * The meaning of a failed tools/call; `sessionIsOver`: it failed for that alone. `not-sent` only when it certainly never
 * reached the tool; an answer that says no is a result; in all other cases nobody knows whether the tool ran.
 */
export function outcomeOfError(
  error: unknown,
  { sessionIsOver, mask }: { sessionIsOver: boolean; mask: Mask },
): ToolOutcome | Stale {
  if (sessionIsOver) return { kind: "stale", message: "The server no longer knows this session." };
  const needed = signInNeededIn(error);
  if (needed !== null) return { kind: "sign-in-first", scope: needed.scope };
  // A token is got before a request goes out, or after it was refused for the lack of one.
  if (error instanceof SignInRefused) return { kind: "not-sent", message: error.message };
  if (error instanceof ProtocolError) return outcomeOfProtocolError(error, mask);
  if (error instanceof InsufficientScopeError) return refused(403, mask.head(wordsOfScope(error), maxLength));
  if (error instanceof SdkHttpError) return outcomeOfStatus(error, mask);
  if (error instanceof SdkError) return outcomeOfSdkError(error, mask);
  if (error instanceof Error && error.message === "Not connected") return { kind: "stale", message: error.message };
  const code = systemCodeOf(error);
  if (code !== null && neverConnected.has(code))
    return { kind: "not-sent", message: `The server could not be reached (${code}).` };
  return {
    kind: "unknown",
    message: `The connection failed after the call was sent${code === null ? "" : ` (${code})`}.`,
  };
}

/**
 * The same for a call that its server had begun: nothing that fails afterwards says that it did not run, and it is never
 * sent from its start again (I2: never twice).
 */
export function afterBegin(outcome: ToolOutcome | Stale): ToolOutcome {
  switch (outcome.kind) {
    case "stale":
    case "not-sent":
      return { kind: "unknown", message: `The server had begun, and could not be asked to go on. ${outcome.message}` };
    case "sign-in-first":
      return { kind: "unknown", message: "The server had begun, and then asked for a sign-in." };
    case "links-first":
      return errorResult("The server had begun, and then asked to open pages first. The call did not finish.");
    default:
      return outcome;
  }
}

/** The result of a call that the server did not run, in words for the model. */
export function errorResult(text: string): ToolOutcome {
  return {
    kind: "result",
    result: {
      content: [{ type: "text", text: text.slice(0, maxLength).toWellFormed() }],
      structuredContent: null,
      isError: true,
    },
  };
}

function outcomeOfProtocolError(error: ProtocolError, mask: Mask): ToolOutcome {
  if (error.code === ProtocolErrorCode.UrlElicitationRequired) return linksFirst(error, mask);
  const said = mask.head(error.message, maxLength);
  if (error.code === notReadCode) return errorResult(`${said} The tool may have run.`);
  return errorResult(`${said} (error ${error.code})`);
}

/** The server did not begin; it names the pages that a person must open first (2025-11-25). */
function linksFirst(error: ProtocolError, mask: Mask): ToolOutcome {
  const links = readLinks(error.data, mask);
  return links === null
    ? errorResult(
        `${mask.head(error.message, maxLength)} (error ${error.code}, which names no link that can be opened here)`,
      )
    : { kind: "links-first", requests: links };
}

/** The ids of the pages that a person must open before the call can begin; null where not all of them have one. */
export function pageIdsOf(error: unknown): string[] | null {
  const said = error instanceof SdkHttpError ? errorIn(error) : error;
  if (!(said instanceof ProtocolError) || said.code !== ProtocolErrorCode.UrlElicitationRequired) return null;
  // Nothing of them is shown here.
  return readLinks(said.data, maskOf([])) === null ? null : readPageIds(said.data);
}

/** With these causes no request was written. "Unreachable" is not among them: it also ends open connections. */
const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/**
 * The statuses of a request that was refused before a tool was chosen: no access, wrong method or content, too large,
 * too many.
 */
const refusedAtTheDoor = new Set([401, 403, 405, 406, 413, 415, 429]);

function outcomeOfStatus(error: SdkHttpError, mask: Mask): ToolOutcome {
  const { status } = error;
  const said = errorIn(error);
  if (refusedAtTheDoor.has(status)) return refused(status, said === null ? null : mask.head(said.message, maxLength));
  // Many servers give the answer "no" of MCP a status of HTTP as well.
  if (said !== null && status >= 400 && status < 500) return outcomeOfProtocolError(said, mask);
  return { kind: "unknown", message: `The server answered with an error (HTTP ${status}).` };
}

function refused(status: number, words: string | null): ToolOutcome {
  const said = words === null ? "" : ` It said: ${words.slice(0, maxLength).toWellFormed()}`;
  return { kind: "not-sent", message: `The server refused the request (HTTP ${status}).${said}` };
}

/** What the key that is sent to the server does not allow. */
function wordsOfScope({ errorDescription, requiredScope }: InsufficientScopeError): string {
  const scope = requiredScope === undefined ? "insufficient_scope" : `insufficient_scope: "${requiredScope}" is needed`;
  return errorDescription === undefined ? scope : `${errorDescription} (${scope})`;
}

/** The error of MCP in the body of an error of HTTP; null where there is none. */
function errorIn({ data: { text } }: SdkHttpError): ProtocolError | null {
  if (typeof text !== "string") return null;
  try {
    const { jsonrpc, error } = JSON.parse(text);
    // Before a server read the request it does not know its id, and says null, which the SDK does not take.
    const said = { jsonrpc, error };
    return isJSONRPCErrorResponse(said)
      ? new ProtocolError(said.error.code, said.error.message, said.error.data)
      : null;
  } catch {
    // Most errors of HTTP are no JSON.
    return null;
  }
}

function outcomeOfSdkError(error: SdkError, mask: Mask): ToolOutcome | Stale {
  switch (error.code) {
    case SdkErrorCode.NotConnected:
      return { kind: "stale", message: error.message };
    case SdkErrorCode.InvalidResult:
    case SdkErrorCode.UnsupportedResultType:
      return errorResult("The server answered, but not in a form that MCP knows. The tool may have run.");
    case SdkErrorCode.ConnectionClosed:
      return { kind: "unknown", message: "The connection was lost after the call was sent." };
    default:
      return {
        kind: "unknown",
        message: `The call failed after it was sent: ${mask.head(error.message, maxLength)}`,
      };
  }
}
