import { refusalOf, request } from "#components/browser/request.ts";
import type { AttachedResource } from "#lib/chat/attached-resource.ts";
import type { FilledPrompt, ListedPrompt, SourceList } from "#lib/chat/source-list.ts";

/** What connected servers list. Rejects with a sentence, as all of these do. */
export async function listSources(): Promise<SourceList> {
  return (await answered("GET", "/api/sources")) as SourceList;
}

/** Reads a resource through its server; no model is told of it. */
export async function readResource(of: { serverId: string; uri: string }): Promise<AttachedResource> {
  const body = { server: of.serverId, uri: of.uri };
  return (await answered("POST", "/api/sources/read", body)) as AttachedResource;
}

export async function fillPrompt(
  { serverId, name }: ListedPrompt,
  values: Record<string, string>,
): Promise<FilledPrompt> {
  return (await answered("POST", "/api/sources/prompt", { server: serverId, name, arguments: values })) as FilledPrompt;
}

type Completing = { name: string; value: string; given: Record<string, string>; signal: AbortSignal };

/** Values that the server suggests; none where it cannot. */
export async function suggestValues({ serverId, name: prompt }: ListedPrompt, asked: Completing): Promise<string[]> {
  const { name, value, given, signal } = asked;
  const body = { server: serverId, name: prompt, argument: { name, value }, given };
  const response = await request("POST", "/api/sources/completion", body, signal);
  // A value can be typed without suggestions.
  if (!response.ok) return [];
  return ((await response.json()) as { values: string[] }).values;
}

/** The shapes are those of our own server. */
async function answered(method: string, path: string, body?: object): Promise<unknown> {
  const response = await request(method, path, body);
  if (!response.ok) throw new Error(await refusalOf(response));
  return response.json();
}
