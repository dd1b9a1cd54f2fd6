import { APICallError } from "@ai-sdk/provider";
import type { AccountProvider } from "#lib/chat/model-connection.ts";
import type { ListedModel, Problem } from "./provider.ts";
import { providers, type ProviderSettings } from "./providers.ts";
import { describeModelError } from "#lib/models/model-error.ts";
import { SaidTooMuch } from "#lib/models/bounded.ts";
import { heeded } from "#lib/models/heeded.ts";
import { parseStrictJson } from "#lib/untrusted/strict-json.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";

const usualBytes = 2 * 1024 * 1024;
/** The longest known list has twenty thousand. */
const mostValues = 100_000;
const mostPieces = 2_000;
const mostModels = 1_000;
const longestName = 200;

/** The chat models of an account, as its provider lists them; or why it does not, in a sentence without the key. */
export async function listModels<Name extends AccountProvider>(
  name: Name,
  settings: ProviderSettings[Name],
  { timeoutMs, mostBytes = usualBytes }: { timeoutMs: number; mostBytes?: number },
): Promise<{ models: ListedModel[] } | Problem> {
  const { listing, secrets } = providers[name];
  if (listing === null) throw new Error(`The provider ${name} has no accounts.`);
  const { url, headers } = listing.request(settings);
  try {
    const response = await heeded(settings, mostPieces)(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    const text = await textOf(response, mostBytes);
    if (!response.ok) throw failed(url, { statusCode: response.status, responseBody: text });
    const parsed = parseStrictJson(text, mostBytes, mostValues);
    const models = "problem" in parsed ? null : listing.read(parsed.value);
    if (models === null)
      return { problem: `What answers at ${new URL(url).host} is no model server: it sent no list of models.` };
    return { models: plainModels(models) };
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

/** Once each, with a name that people can tell from others; what is longer or holds hidden signs is no name. */
function plainModels(models: ListedModel[]): ListedModel[] {
  const plain = models.filter(({ id }) => id.length <= longestName && /^[!-~](?:[ -~]*[!-~])?$/.test(id));
  const once = new Map(plain.map((model) => [model.id, model]));
  return [...once.values()].slice(0, mostModels).map((model) => {
    const { id, label } = model;
    return label.length <= longestName && visibleText(label) === label && label !== ""
      ? model
      : { ...model, label: id };
  });
}

async function textOf({ body }: Response, mostBytes: number): Promise<string> {
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
