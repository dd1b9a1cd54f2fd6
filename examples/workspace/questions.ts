import { createHash, randomUUID } from "node:crypto";
import { createRequestStateCodec, inputRequired, inputResponse } from "@modelcontextprotocol/server";
import type { ElicitInputParams, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import canonicalize from "canonicalize";
import { memoryInFolder, memoryInProcess, type QuestionMemory } from "./question-memory.ts";

/** The call that a question is about. Its answer counts for this tool with these arguments and nothing else. */
type AskingCall = { tool: string; arguments: Record<string, unknown> };

type Answer = { action: "accept"; content: Record<string, unknown> } | { action: "decline" | "cancel" };

type AskedState = { call: string; nonce: string };

/**
 * Questions to the person behind a client, in both protocol eras. What is asked travels through the client as signed
 * `requestState` (MCP 2026-07-28, multi round-trip requests), so an answer is believed only when this server asked for
 * it, about the same call, and only once. Anything else counts as no answer, and the tool asks again.
 */
export class Questions {
  readonly #memory: QuestionMemory;
  readonly #codec;

  /** `folder` keeps what outlives the process; without one, a restarted server asks again. */
  constructor(folder?: string) {
    // A second longer than a state is valid, which is counted in whole seconds.
    const lifetimeMs = (answerableForSeconds + 1) * 1000;
    this.#memory = folder === undefined ? memoryInProcess(lifetimeMs) : memoryInFolder(folder, lifetimeMs);
    this.#codec = createRequestStateCodec<AskedState>({
      key: this.#memory.key,
      ttlSeconds: answerableForSeconds,
      bind: (ctx) => ctx.sessionId ?? "",
    });
  }

  /** For `ServerOptions.requestState`. A state that does not verify reads as null: nothing of it is used. */
  readonly verify = async (state: string, ctx: ServerContext): Promise<AskedState | null> => {
    try {
      return await this.#codec.verify(state, ctx);
    } catch (error) {
      console.error(`An answer was not accepted, its state does not verify (${String(error)}); asking again.`);
      return null;
    }
  };

  /** The result to return from a tool that needs an answer; with the answer the tool is called again. */
  async ask(ctx: ServerContext, call: AskingCall, form: ElicitInputParams): Promise<InputRequiredResult> {
    const state = { call: digestOf(call), nonce: randomUUID() };
    return inputRequired({
      inputRequests: { [answerKey]: inputRequired.elicit(form) },
      requestState: await this.#codec.mint(state, ctx),
    });
  }

  /** The person's answer about this very call, or null. Taking it spends it, whatever it says. */
  take(ctx: ServerContext, call: AskingCall): Answer | null {
    // The type is what `verify` resolves to.
    const state = ctx.mcpReq.requestState<AskedState | null>();
    const response = inputResponse(ctx.mcpReq.inputResponses, answerKey);
    if (state === undefined || state === null || response.kind !== "elicit") return null;
    if (state.call !== digestOf(call) || !this.#memory.spend(state.nonce)) return null;
    return response.action === "accept"
      ? { action: "accept", content: response.content ?? {} }
      : { action: response.action };
  }
}

const answerKey = "answer";
const answerableForSeconds = 7 * 24 * 3600;

function digestOf(call: AskingCall): string {
  const bytes = canonicalize(call);
  if (bytes === undefined) throw new TypeError(`The arguments of ${call.tool} are not JSON`);
  return createHash("sha256").update(bytes).digest("base64url");
}
