import { setImmediate as nextTurn } from "node:timers/promises";
import {
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  type Client,
  type RequestOptions,
} from "@modelcontextprotocol/client";
import type { Mask } from "#lib/audit/mask.ts";
import { SourceProblem, type Completing } from "#lib/gate/contract/sources.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { currentCall, type InFlightCall } from "#lib/mcp/transport/in-flight-call.ts";
import type { LanePlace } from "#lib/mcp/connection/call-lanes.ts";
import { shownText } from "#lib/mcp/definitions/strip-hidden.ts";
import { placeToRead } from "./place-to-read.ts";
import type { ToolServer } from "./tool-server.ts";

const mostMs = 30_000;
const mostBytes = 4 * 1024 * 1024;
const maxProblem = 500;
/** Far more than any answer needs, and less than those who read it can bear. */
const mostLevels = 500;

type Asked =
  | { method: "resources/read"; params: { uri: string } }
  | { method: "prompts/get"; params: { name: string; arguments: Record<string, string> } }
  | { method: "completion/complete"; params: Completing };
type Asking = { personId: string; signal: AbortSignal };

/**
 * Sends one request that reads, and resolves to its answer. A question of the server is refused and ends it: nobody is
 * asked, for there is no call that a person could look at. Rejects with `SourceProblem`.
 */
export async function askServer(
  server: ToolServer,
  asked: Asked,
  { personId, signal: isWanted }: Asking,
): Promise<JsonObject> {
  const { title } = server.config;
  const signal = AbortSignal.any([isWanted, AbortSignal.timeout(mostMs)]);
  // Among tool calls, so that a question is never taken for one of theirs.
  const place = await placeToRead(server, personId, signal).catch(() => null);
  if (place === null) throw new SourceProblem(`The server "${title}" is busy.`);
  if ("problem" in place) throw new SourceProblem(`The server "${title}" cannot be reached. ${place.problem}`);
  const send = (client: Client, how: RequestOptions) => client.request(asked, how);
  const answer = await askOn(place, { title, send, isWanted, signal });
  if (Buffer.byteLength(JSON.stringify(answer)) <= mostBytes) return answer;
  throw new SourceProblem(`The server "${title}" answered with more than ${mostBytes / 1024 / 1024} MB.`);
}

/** A resource as this person gets it; "" for one that is the same for everybody. */
export function readAs(server: ToolServer, uri: string, personId: string): Promise<JsonObject> {
  const asking = { personId, signal: new AbortController().signal };
  return askServer(server, { method: "resources/read", params: { uri } }, asking);
}

type Sending = {
  title: string;
  send: (client: Client, how: RequestOptions) => Promise<unknown>;
  /** Aborts when nobody waits for the answer. */
  isWanted: AbortSignal;
  /** The same, or when it takes too long. */
  signal: AbortSignal;
};

/** The same at a place that somebody has, which is left then. The server's secrets are masked. */
export async function askOn(place: LanePlace, { title, send, isWanted, signal }: Sending): Promise<JsonObject> {
  const { client, router, mask } = place.lane.connection;
  const cut = new AbortController();
  const over = new AbortController();
  const ended = Promise.withResolvers<never>();
  const end = (words: string) => {
    ended.reject(new SourceProblem(`The server "${title}" ${words}`));
    cut.abort();
  };
  const inFlight: InFlightCall = {
    tool: "",
    over: over.signal,
    streamEnded: (why) => end(`did not answer: ${why}.`),
    ask: () => {
      end(asksFirst);
      return Promise.reject(new Error("Nobody can be asked while this is read."));
    },
  };
  router.begin(inFlight);
  let isAnswered = true;
  let answer: unknown;
  const outOfTime = () => end(isWanted.aborted ? "was not waited for." : "did not answer in time.");
  signal.addEventListener("abort", outOfTime, { once: true });
  if (signal.aborted) outOfTime();
  try {
    const sent = currentCall.run(inFlight, () => send(client, { timeout: mostMs * 2, signal: cut.signal }));
    answer = await Promise.race([sent, ended.promise]);
  } catch (error) {
    isAnswered = error instanceof ProtocolError || isOdd(error);
    const { message, kind } = problemOf(error, title, mask());
    throw Object.assign(new SourceProblem(mask().text(message), kind), { cause: error });
  } finally {
    signal.removeEventListener("abort", outOfTime);
    ended.promise.catch(() => {});
    router.end(inFlight, isAnswered);
    over.abort();
    place.leave();
  }
  if (!isJsonObject(answer) || isDeeperThan(answer, mostLevels))
    throw new SourceProblem(`The server "${title}" answered in a form that MCP does not know.`);
  return mask().inTurns(answer, nextTurn);
}

const asksFirst = "asks something before it answers, which is possible only for its tools.";

function isOdd(error: unknown): boolean {
  const { UnsupportedResultType, InvalidResult } = SdkErrorCode;
  return error instanceof SdkError && [UnsupportedResultType, InvalidResult].includes(error.code);
}

function problemOf(error: unknown, title: string, mask: Mask): SourceProblem {
  if (error instanceof SourceProblem) return error;
  if (error instanceof ProtocolError) {
    const said = shownText(mask.head(error.message, maxProblem + 1), maxProblem);
    const { InvalidParams, ResourceNotFound } = ProtocolErrorCode;
    const isMissing = error.code === ResourceNotFound || (error.code === InvalidParams && namesResource(error.data));
    const kind = isMissing ? "unknown" : error.code === InvalidParams ? "invalid" : "failed";
    return new SourceProblem(`The server "${title}" refused it: ${said}`, kind);
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.UnsupportedResultType)
    return new SourceProblem(`The server "${title}" ${asksFirst}`);
  if (isOdd(error)) return new SourceProblem(`The server "${title}" answered in a form that MCP does not know.`);
  return new SourceProblem(`The server "${title}" did not answer.`);
}

/** As a server of the new era says that it has no such resource. */
function namesResource(data: unknown): boolean {
  return typeof data === "object" && data !== null && "uri" in data;
}

/** Whether objects and lists stand in one another more often than that. What reads such a value must bear so many levels. */
function isDeeperThan(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(each, levels - 1));
}
