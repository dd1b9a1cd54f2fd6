import {
  ProtocolError,
  ProtocolErrorCode,
  type ClientContext,
  type JSONRPCRequest,
} from "@modelcontextprotocol/client";
import type { ElicitationAnswer } from "#lib/gate/contract/tool.ts";
import type { Log } from "#lib/gate/contract/gate.ts";
import type { CallRouter } from "./call-router.ts";
import { readElicitation } from "./read-elicitation.ts";

type Deps = {
  router: CallRouter;
  log: Log;
  serverId: string;
  /** How often an old server that waits for a person is told that we are still there, ms. */
  keepAliveMs: number;
};

/**
 * Answers what an old-era server asks us (MCP up to 2025-11-25; later ones return their questions). Everything arrives
 * here raw. A question goes to the person of the call it belongs to; when it cannot, the server gets an error, for a
 * decline would claim that a person said no.
 */
export function answerElicitation({ router, log, serverId, keepAliveMs }: Deps) {
  return async (request: JSONRPCRequest, context: ClientContext): Promise<ElicitationAnswer> => {
    if (request.method !== "elicitation/create")
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `This client does not offer ${request.method}.`);
    const question = readElicitation(request.params);
    if (question === null)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This is not a question that this client can ask.");
    const call = router.find();
    if ("problem" in call) {
      log.warn("question.refused", { server: serverId, problem: call.problem });
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, call.problem);
    }
    const keepAlive = startKeepAlive(context, keepAliveMs, log);
    try {
      const answer = await call.ask(question, context.mcpReq.signal);
      return answer.action === "accept" && question.mode === "form" ? { content: {}, ...answer } : answer;
    } catch (error) {
      log.warn("question.not-asked", { server: serverId, error });
      throw new ProtocolError(ProtocolErrorCode.InternalError, "The question could not be put to a person.");
    } finally {
      clearInterval(keepAlive);
    }
  };
}

/** Old servers give up after 60 s unless they hear of progress; only those that sent a token can be told. */
function startKeepAlive({ mcpReq }: ClientContext, everyMs: number, log: Log): NodeJS.Timeout | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  return setInterval(() => {
    progress += 1;
    mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress } })
      // The connection is lost, which ends the call by itself.
      .catch((error: unknown) => log.info("question.keep-alive-failed", { error }));
  }, everyMs);
}
