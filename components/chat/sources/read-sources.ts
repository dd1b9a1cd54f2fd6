import { refusalOf, request } from "#components/browser/request.ts";
import type { AttachedResource } from "#lib/chat/attached-resource.ts";
import type { FilledPrompt, ListedPrompt, ListedTemplate, SourceList } from "#lib/chat/source-list.ts";

/** What connected servers list. Rejects with a sentence, as all of these do. */
export async function listSources(): Promise<SourceList> {
  return (await answered("GET", "/api/sources")) as SourceList;
}

/** Reads a resource through its server; no model is told of it. */
export async function readResource(of: { serverId: string; uri: string }): Promise<AttachedResource> {
  const body = { server: of.serverId, uri: of.uri };
  return (await answered("POST", "/api/sources/read", body)) as AttachedResource;
}

/** Fills a template in and reads what stands at that address. */
export async function readTemplate(
  { serverId, uri }: ListedTemplate,
  values: Record<string, string>,
): Promise<AttachedResource> {
  const body = { server: serverId, template: uri, values };
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
export async function suggestValues(of: ListedPrompt | ListedTemplate, asked: Completing): Promise<string[]> {
  const { name, value, given, signal } = asked;
  const what = "variables" in of ? { template: of.uri } : { name: of.name };
  const body = { server: of.serverId, of: what, argument: { name, value }, given };
  const response = await request("POST", "/api/sources/completion", body, signal);
  // A value can be typed without suggestions.
  if (!response.ok) return [];
  return ((await response.json()) as { values: string[] }).values;
}

type Followed = { serverId: string; uri: string };

/** When each of these was last said to have changed, Unix ms; of those that were. */
export async function changesOf(resources: readonly Followed[]): Promise<(Followed & { at: number })[]> {
  const asked = resources.map(({ serverId, uri }) => ({ server: serverId, uri }));
  const { changed } = (await answered("POST", "/api/sources/changed", { resources: asked })) as {
    changed: { server: string; uri: string; at: number }[];
  };
  return changed.map(({ server, uri, at }) => ({ serverId: server, uri, at }));
}

/** The shapes are those of our own server. */
async function answered(method: string, path: string, body?: object): Promise<unknown> {
  const response = await request(method, path, body);
  if (!response.ok) throw new Error(await refusalOf(response));
  return response.json();
}
