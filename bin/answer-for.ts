import {
  isJSONRPCErrorResponse,
  parseJSONRPCMessage,
  SdkHttpError,
  type JSONRPCRequest,
} from "@modelcontextprotocol/client";

/** What a client gets in place of a result, in JSON-RPC. */
export type Problem = { code: number; message: string; data?: unknown };

/** Nothing was sent. */
const notReached = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

export function problemOf(message: string): Problem {
  return { code: -32_000, message };
}

/** For a request that was sent, and whose answer never came. */
export function lossOf({ method }: JSONRPCRequest): Problem {
  return problemOf(
    method === "tools/call"
      ? "The connection to Countersign was lost while this call was under way. Whether it ran is not known here: look in Countersign before the call is made again."
      : "The connection to Countersign was lost. Try again.",
  );
}

/** For a request that failed; null where it was sent and nobody knows what became of it. */
export function answerFor(error: unknown, origin: string): Problem | null {
  if (error instanceof SdkHttpError) return errorIn(error.data.text) ?? problemOf(refusalIn(error));
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
  return notReached.has(cause?.code ?? "")
    ? problemOf(`Countersign does not answer at ${origin}. Nothing was run; is it started?`)
    : null;
}

/** The app has no such session, and has begun nothing of what was sent in it. */
export function isUnknownSession(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404;
}

/** What the app itself says of it in JSON-RPC. */
function errorIn(text: unknown): Problem | null {
  try {
    const message = parseJSONRPCMessage(JSON.parse(String(text)));
    return isJSONRPCErrorResponse(message) ? message.error : null;
  } catch {
    return null;
  }
}

function refusalIn({ status, data: { text } }: SdkHttpError): string {
  if (status === 401 || status === 403) return `Countersign does not let this key in (${status}). Nothing was run.`;
  return `Countersign answered ${status}: ${detailIn(text)}`;
}

function detailIn(text: unknown): string {
  try {
    const { detail } = JSON.parse(String(text)) as { detail?: unknown };
    return typeof detail === "string" ? detail : "nothing more";
  } catch {
    return "nothing more";
  }
}
