import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { errorFacts } from "#lib/models/error-facts.ts";
import { isPicture, type ResultFile } from "#lib/results/result-file.ts";
import type { ToolOutput } from "#lib/results/tool-output.ts";
import { filesOfChat } from "#lib/store/calls/result-files.ts";
import type { Database } from "#lib/store/engine/database.ts";

/** What one request to a model carries at most; the latest pictures count. */
const most = { pictures: 8, bytes: 12_000_000 };
/** About as many tokens as models count for one picture. */
export const tokensOfPicture = 1_500;
/** Refused pictures that are remembered for a model; a forgotten one is sent once more. */
const mostRefused = 1_000;

/** Pictures of results as a model gets them: base64 by id. Of all others it is told in words. */
export type Pictures = { sent: ReadonlyMap<string, string>; refused: ReadonlySet<string> };
export const noPictures: Pictures = { sent: new Map(), refused: new Set() };

/** HTTP statuses by which a provider may refuse a picture, and statuses with another cause. */
const malformed = new Set([400, 413, 415, 422]);
const elsewhere = new Set([401, 403, 408, 429]);
const aboutPictures = /image|picture|vision|visual|multi-?modal|mmproj/i;

const refusedBy = new WeakMap<LanguageModelV4, Set<string>>();

/** The latest pictures of a chat's results, for a model that takes any. */
export async function picturesFor(
  database: Database,
  { model, chatId, history }: { model: LanguageModelV4; chatId: string; history: readonly ChatMessage[] },
): Promise<Pictures> {
  const files = history.flatMap(({ parts }) => parts.flatMap(filesIn)).filter(isPicture);
  if (files.length === 0 || !(await takesPictures(model))) return noPictures;
  const refused = refusedBy.get(model) ?? new Set();
  let bytes = 0;
  const latest = files
    .filter(({ id }) => !refused.has(id))
    .toReversed()
    .slice(0, most.pictures)
    .filter((file) => (bytes += file.bytes) <= most.bytes);
  return {
    sent: await filesOfChat(
      database,
      chatId,
      latest.map(({ id }) => id),
    ),
    refused,
  };
}

/** What to send instead after this error; null where it has nothing to do with pictures. */
export function withoutPictures({ sent, refused }: Pictures, error: unknown): Pictures | null {
  if (sent.size === 0 || error === null || !mayRefusePictures(error)) return null;
  return { sent: new Map(), refused: new Set([...refused, ...sent.keys()]) };
}

/** Remembers what a model refused, so that each picture costs it one failed request. */
export function rememberRefused(model: LanguageModelV4, { refused }: Pictures): void {
  refusedBy.set(model, new Set([...refused].slice(-mostRefused)));
}

/** Whether a model's library takes pictures. What the model itself makes of them shows when it is asked. */
export async function takesPictures({ supportedUrls }: Pick<LanguageModelV4, "supportedUrls">): Promise<boolean> {
  // The library says it of addresses, and whoever takes those takes bytes too. A library that cannot be loaded fails when the
  // model is asked.
  const urls = await Promise.resolve(supportedUrls).catch(() => ({}));
  return Object.keys(urls).some((type) => /^(?:\*|\*\/\*|image\/.*)$/.test(type));
}

/** Whether a request that carried pictures may have failed for them: providers word that in many ways. */
function mayRefusePictures(error: unknown): boolean {
  const { status, said } = errorFacts(error);
  if (status !== null && malformed.has(status)) return true;
  return !elsewhere.has(status ?? 0) && aboutPictures.test(said ?? "");
}

function filesIn(part: ChatMessage["parts"][number]): ResultFile[] {
  if (part.type !== "dynamic-tool" || part.state !== "output-available") return [];
  // The shape is `outputOf`'s.
  return (part.output as ToolOutput).files ?? [];
}
