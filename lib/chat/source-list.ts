import type { AttachedResource } from "./attached-resource.ts";

/** A resource of a connected server, under the server's own address for it; texts are the server's, cleaned. */
export type ListedResource = { serverId: string; server: string; uri: string; name: string; description: string };

/** A template of addresses: its variables are filled in before it is read. */
export type ListedTemplate = ListedResource & { variables: { name: string; isRequired: boolean }[] };

/** A prompt of a connected server. `name` is ours, and says whose it is. */
export type ListedPrompt = {
  serverId: string;
  server: string;
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; isRequired: boolean }[];
};

/** What a person may put into a message. */
export type SourceList = {
  resources: ListedResource[];
  /** `uri` is the template. */
  templates: ListedTemplate[];
  prompts: ListedPrompt[];
  /** Whether there are more than are listed. */
  isCut: boolean;
};

/** What a server made of a prompt, before anything is sent. */
export type FilledPrompt = { text: string; leftOut: number; resources: AttachedResource[] };
