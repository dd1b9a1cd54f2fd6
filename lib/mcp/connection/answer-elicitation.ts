import {
  ProtocolError,
  ProtocolErrorCode,
  type ClientContext,
  type JSONRPCRequest,
} from "@modelcontextprotocol/client";
import type { Mask } from "#lib/audit/mask.ts";
import type { ElicitationAnswer } from "#lib/gate/contract/tool.ts";
import type { Log } from "#lib/gate/contract/gate.ts";
import type { CallRouter } from "./call-router.ts";
import { readElicitation } from "./read-elicitation.ts";

type Deps = {
  router: CallRouter;
  log: Log;
  serverId: string;
  /** Hides the secrets of the server. */
  mask: () => Mask;
  /** How often we send progress to an old server that waits for a person, ms. */
  keepAliveMs: number;
};

/**
 * Answers requests of a server of the older protocol (MCP up to 2025-11-25; later servers return their questions). All
 * requests arrive here unparsed. A question goes to the person of the call it belongs to. When that is not possible the
 * server gets an error, because a decline would claim that a person said no.
 */
export function answerElicitation({ router, log, serverId, mask, keepAliveMs }: Deps) {
  return async (request: JSONRPCRequest, context: ClientContext): Promise<ElicitationAnswer> => {
    if (request.method !== "elicitation/create")
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `This client does not offer ${request.method}.`);
    const question = readElicitation(request.params, mask());
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

/** Old servers give up after 60 s without progress; only a request with a progress token can get any. */
function startKeepAlive({ mcpReq }: ClientContext, everyMs: number, log: Log): NodeJS.Timeout | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  return setInterval(() => {
    progress += 1;
    mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress } })
      // The connection is lost, which ends the call.
      .catch((error: unknown) => log.info("question.keep-alive-failed", { error }));
  }, everyMs);
}
