import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, type Client } from "@modelcontextprotocol/client";
import type { Manners } from "./manners.ts";

/** Rejects when the server says nothing. Any answer shows that it lives; it may ignore `ping` alone. */
export async function checkHealth(client: Client, manners: Manners, timeout: number): Promise<void> {
  if (client.getProtocolEra() === "modern") return answered(client.discover({ timeout }));
  const listed = () => answered(client.request({ method: "tools/list", params: {} }, { timeout }));
  if (manners.ignoresPing) return listed();
  try {
    await answered(client.ping({ timeout }));
  } catch (error) {
    if (!isSilence(error) || client.getServerCapabilities()?.tools === undefined) throw error;
    await listed();
    manners.ignoresPing = true;
  }
}

/** Resolves for every answer, errors too. */
async function answered(sent: Promise<unknown>): Promise<void> {
  try {
    await sent;
  } catch (error) {
    if (!isAnswer(error)) throw error;
  }
}

const silence = [SdkErrorCode.RequestTimeout];
const oddAnswers = [SdkErrorCode.UnsupportedResultType, SdkErrorCode.InvalidResult];
/** Statuses of a web server that is there and does not take such requests. A lost session has other statuses. */
const refusals = [405, 501];

function isSilence(error: unknown): boolean {
  return error instanceof SdkError && silence.includes(error.code);
}

function isAnswer(error: unknown): boolean {
  if (error instanceof SdkHttpError) return refusals.includes(error.status);
  return error instanceof ProtocolError || (error instanceof SdkError && oddAnswers.includes(error.code));
}
