import { SdkHttpError, type Client } from "@modelcontextprotocol/client";

const timeoutMs = 10_000;

/**
 * Whether a server that keeps sessions refused a request because it forgot ours, so that no tool has seen it. What it
 * answered does not tell: a tool that did its work before it failed may answer the same. So the session is asked once
 * more, for what is there in every session (I2: never twice).
 */
export async function isSessionOver(client: Client, error: unknown): Promise<boolean> {
  if (!soundsLost(error)) return false;
  try {
    await client.request({ method: "tools/list", params: {} }, { timeout: timeoutMs });
    return false;
  } catch (again) {
    return soundsLost(again);
  }
}

/** Servers of the older revisions forget sessions; then they answer 404, or 400 with a text. */
function soundsLost(error: unknown): boolean {
  if (!(error instanceof SdkHttpError)) return false;
  return error.status === 404 || (error.status === 400 && /session.?id/i.test(error.message));
}
