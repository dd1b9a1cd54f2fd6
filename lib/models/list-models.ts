import { APICallError } from "@ai-sdk/provider";
import type { AccountProvider } from "#lib/chat/model-connection.ts";
import type { ListedModel, Problem } from "./provider.ts";
import { providers, type ProviderSettings } from "./providers.ts";
import { describeModelError } from "./model-error.ts";
import { SaidTooMuch } from "./bounded.ts";

const mostBytes = 4 * 1024 * 1024;
const mostModels = 1_000;

/** The chat models of an account, as its provider lists them; or why it does not, in a sentence without the key. */
export async function listModels<Name extends AccountProvider>(
  name: Name,
  settings: ProviderSettings[Name],
  { timeoutMs }: { timeoutMs: number },
): Promise<{ models: ListedModel[] } | Problem> {
  const { listing, secrets } = providers[name];
  if (listing === null) throw new Error(`The provider ${name} has no accounts.`);
  const { url, headers } = listing.request(settings);
  try {
    // A redirect would carry the key elsewhere.
    const response = await fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    const text = await textOf(response);
    if (!response.ok) throw failed(url, { statusCode: response.status, responseBody: text });
    const models = listing.read(parsed(text));
    if (models === null)
      return { problem: `What answers at ${new URL(url).host} is no model server: it sent no list of models.` };
    return { models: models.slice(0, mostModels) };
  } catch (cause) {
    const error = APICallError.isInstance(cause) ? cause : failed(url, { cause });
    return { problem: describeModelError(error, secrets(settings)).text };
  }
}

function failed(url: string, facts: { statusCode?: number; responseBody?: string; cause?: unknown }): APICallError {
  return new APICallError({ message: reasonOf(facts.cause), url, requestBodyValues: {}, ...facts });
}

/** `fetch` says what was wrong only in the cause of its error. */
function reasonOf(cause: unknown): string {
  const deepest = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return deepest instanceof Error ? deepest.message : "The models could not be listed.";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function textOf({ body }: Response): Promise<string> {
  if (body === null) return "";
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new SaidTooMuch();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
