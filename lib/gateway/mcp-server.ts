import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type ClientCapabilities,
  type ElicitResult,
  type RequestStateCodec,
  type ServerContext,
  type Tool as ListedTool,
} from "@modelcontextprotocol/server";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { oneLine } from "#lib/untrusted/one-line.ts";
import { MaybeBegun, NotBegun } from "./begin-client-call.ts";
import type { ElicitationModes, Client, KeyHolder } from "./client.ts";
import type { Gateway } from "./gateway.ts";
import { offeredTo } from "./offered-to.ts";
import { serveSources } from "./serve-sources.ts";
import {
  collectCall,
  continueCall,
  serveCall,
  UnknownTool,
  type RequestState,
  type Exchange,
  type Served,
} from "./serve-call.ts";
import { inOurWords } from "./in-our-words.ts";
import { inOlderEra, noResult } from "./tool-answer.ts";

const answerKey = "decision";
const leastProgress = 0.001;
/** Questions stay open for up to so long. */
const mostOpenSeconds = 90 * 24 * 3_600;
const longestAskMs = 2_147_483_647;

/** Seals what a client carries for us; only the key that it was made for brings it back (THREATS F5, F6). */
export function carriedCodec(secret: string): RequestStateCodec<RequestState> {
  const bind = ({ http }: ServerContext) => http?.authInfo?.clientId ?? "";
  return createRequestStateCodec<RequestState>({ key: secret, ttlSeconds: mostOpenSeconds, bind });
}

type Serving = {
  gateway: Gateway;
  holder: KeyHolder;
  codec: RequestStateCodec<RequestState>;
  era: "legacy" | "modern";
};

/** The MCP server that one client sees: for one request of the new era, for one session of the old one. */
export function mcpServer({ gateway, holder, codec, era }: Serving): Server {
  const server = new Server(
    { name: "countersign", title: "Countersign", version: "1" },
    {
      capabilities: { tools: changes, resources: changes, prompts: changes, completions: {} },
      instructions,
      requestState: { verify: codec.verify },
    },
  );
  let said: Said | null = null;
  const clientOf = (ctx: ServerContext): Client => ({
    ...(holderOf(ctx) ?? holder),
    era,
    ...(era === "modern" ? saidWith(ctx) : (said ??= saidBy(server))),
  });
  server.setRequestHandler("tools/list", async (_request, ctx) => {
    const tools = await offeredTo(gateway, clientOf(ctx)).catch((error: unknown) => {
      throw inOurWords(gateway, error, ctx);
    });
    return { tools: [...[...tools].map(([name, tool]) => listedTool(name, tool)), approvalResult] };
  });
  server.setRequestHandler("tools/call", async ({ params }, ctx) => {
    const serving = { gateway, client: clientOf(ctx), exchange: exchangeOf(server, era, ctx) };
    try {
      const served = await serve(serving, { name: params.name, input: params.arguments ?? {} }, ctx);
      if ("question" in served) return await asQuestion(served, codec, ctx);
      const answer = asPromised(served.answer, gateway.agent.gate.catalogue.tools().get(params.name));
      return era === "modern" ? answer : inOlderEra(answer);
    } catch (error) {
      if (error instanceof UnknownTool) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${oneLine(error.message)}`);
      }
      if (error instanceof NotBegun) return noResult(`This tool call was not run. ${error.message}`, "not-run");
      if (error instanceof MaybeBegun) return noResult(error.message, "unknown");
      throw inOurWords(gateway, error, ctx);
    }
  });
  serveSources(server, gateway, clientOf);
  return server;
}

const changes = { listChanged: true };
const instructions =
  "Some tools need a person's approval. Such a call takes as long as the person does; when it answers that it waits, call approval_result with its id. A call that was declined was not run: do not make it again unless the user asks for it.";

function listedTool(
  name: string,
  { title, description, inputSchema, outputSchema, icons, annotations }: Tool,
): ListedTool {
  return {
    name,
    title,
    description,
    // Schemas of type object, as its server's definition was checked for.
    inputSchema: inputSchema as ListedTool["inputSchema"],
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as ListedTool["outputSchema"] & object }),
    ...(icons === undefined ? {} : { icons }),
    annotations,
  };
}

/** Clients refuse a result that lacks the data which its tool promises: one that was too large to be kept is an error. */
function asPromised(answer: CallToolResult, tool: Tool | undefined): CallToolResult {
  const isLess = tool?.outputSchema !== undefined && answer.structuredContent === undefined;
  return isLess ? { ...answer, isError: true } : answer;
}

function serve(
  serving: { gateway: Gateway; client: Client; exchange: Exchange },
  wanted: { name: string; input: unknown },
  { mcpReq }: ServerContext,
): Promise<Served> {
  if (wanted.name === approvalResult.name) return collectCall(serving, idIn(wanted.input));
  const carried = mcpReq.requestState<RequestState>();
  // An answer without a question of ours counts for nothing (THREATS F1).
  if (carried === undefined) return serveCall(serving, wanted);
  const said = inputResponse(mcpReq.inputResponses, answerKey);
  const response = said.kind === "elicit" ? ({ ...said } as ElicitResult) : null;
  return continueCall(serving, wanted, { carried, response });
}

function idIn(input: unknown): string {
  const { id } = input as { id?: unknown };
  return typeof id === "string" ? id : "";
}

async function asQuestion(
  { question, carried }: Extract<Served, { question: unknown }>,
  codec: RequestStateCodec<RequestState>,
  ctx: ServerContext,
) {
  const request =
    question.mode === "url"
      ? inputRequired.elicitUrl({ message: question.message, url: question.url })
      : inputRequired.elicit({ message: question.message, requestedSchema: question.requestedSchema });
  return inputRequired({ inputRequests: { [answerKey]: request }, requestState: await codec.mint(carried, ctx) });
}

function exchangeOf(server: Server, era: Serving["era"], ctx: ServerContext): Exchange {
  const { mcpReq, http } = ctx;
  const progressToken = mcpReq._meta?.progressToken;
  const signals = [mcpReq.signal, ...(http?.req === undefined ? [] : [http.req.signal])];
  let told = 0;
  return {
    signal: AbortSignal.any(signals),
    ask:
      era === "modern"
        ? null
        : (question, signal) =>
            server.elicitInput(question, { relatedRequestId: mcpReq.id, signal, timeout: longestAskMs }),
    progress: (said) => {
      if (progressToken === undefined) return;
      // It must grow, whatever a tool reports.
      told = "progress" in said && said.progress > told ? said.progress : told + leastProgress;
      const total = "total" in said && said.total !== null ? { total: said.total } : {};
      const message = said.message === null ? {} : { message: said.message };
      // A client that is gone is noticed by its signal.
      mcpReq
        .notify({ method: "notifications/progress", params: { progressToken, progress: told, ...total, ...message } })
        .catch(() => {});
    },
  };
}

type Said = Pick<Client, "says" | "asks">;

/** What a client of the old era said when its session began. */
function saidBy(server: Server): Said {
  return { says: saysOf(server.getClientVersion()), asks: asksIn(server.getClientCapabilities()) };
}

/** What a client of the new era says with each request. */
function saidWith({ mcpReq: { envelope } }: ServerContext): Said {
  // The SDK has checked the shapes of what stands in an envelope.
  const said = (envelope ?? {}) as {
    [CLIENT_INFO_META_KEY]?: object;
    [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  };
  return { says: saysOf(said[CLIENT_INFO_META_KEY]), asks: asksIn(said[CLIENT_CAPABILITIES_META_KEY]) };
}

const longestName = 60;

/** The words of a stranger, bounded: they are shown and prove nothing. */
function saysOf(info: { name?: unknown; version?: unknown } | undefined): Client["says"] {
  const text = (value: unknown) =>
    typeof value === "string" ? oneLine(value).slice(0, longestName).toWellFormed() : "";
  return { name: text(info?.name) || "unnamed client", version: text(info?.version) };
}

/** `{}` means forms alone, as in the revisions before links. */
function asksIn(declared: ClientCapabilities | undefined): ElicitationModes {
  const { elicitation } = declared ?? {};
  if (elicitation === undefined) return { form: false, url: false };
  const url = elicitation.url !== undefined;
  return { form: elicitation.form !== undefined || !url, url };
}

/** Who came with this request: what a key allows may have changed since the session began. */
function holderOf({ http }: ServerContext): KeyHolder | undefined {
  // The endpoint puts it there.
  return http?.authInfo?.extra?.["holder"] as KeyHolder | undefined;
}

/** The tool by which a client gets the result of a call that waited for longer than the client does. */
const approvalResult: ListedTool = {
  name: "approval_result",
  title: "Result of a call that waits for approval",
  description:
    "Waits for a call that a person has to approve, and returns its result. Takes the id that the call answered with. Each result is handed over once.",
  inputSchema: {
    type: "object",
    properties: { id: { type: "string", description: "The id that the waiting call answered with" } },
    required: ["id"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};
