import { expect } from "vitest";
import type { Preview } from "#lib/approvals/preview/preview.ts";
import type { ClearedCall, Tool, ToolOutcome } from "#lib/gate/contract/tool.ts";
import { previewCall } from "#lib/gate/run/preview-call.ts";
import { latestPreview } from "#lib/store/approvals/previews.ts";
import { fakeTool, said, type FakeTool } from "./fake-tool.ts";
import { gateWorld, until, type WorldOptions } from "./gate-world.ts";

export const string = { type: "string" };
const writing = { type: "object", properties: { path: string, content: string } };

export type PreviewRig = {
  files?: Map<string, string>;
  reader?: Partial<Tool> & { act?: (input: ClearedCall) => Promise<ToolOutcome> | ToolOutcome };
  writer?: Partial<Tool>;
  others?: Tool[];
} & WorldOptions;

/** A server with files, one of which a call wants to write, and a card that waits. */
export async function previewRig({
  files = new Map([["a.txt", "one\ntwo\n"]]),
  reader = {},
  writer = {},
  others = [],
  ...options
}: PreviewRig = {}) {
  const read: FakeTool = fakeTool("read_file", {
    annotations: { readOnlyHint: true },
    risk: 0,
    inputSchema: { type: "object", properties: { path: string }, additionalProperties: false },
    act: ({ arguments: { path } }) => {
      const text = files.get(String(path));
      return text === undefined ? said(`'${String(path)}' does not exist.`, true) : said(text);
    },
    ...reader,
  });
  const write: FakeTool = fakeTool("write_file", {
    inputSchema: writing,
    act: ({ arguments: { path, content } }) => {
      files.set(String(path), String(content));
      return said("Wrote it.");
    },
    ...writer,
  });
  const world = await gateWorld({ tools: [write, read, ...others], ...options });
  const propose = async (args: object = { path: "a.txt", content: "one\n2\n" }) => {
    const chat = await world.begin({ calls: [{ name: write.name, args: { ...args } }] });
    return { chat, id: await cardOf(chat) };
  };
  const cardOf = async (chat: string) => (await world.open(chat))[0]?.id ?? "";
  const preview = async (approvalId: string, personId = world.person.id): Promise<Preview> => {
    const asked = await previewCall(world.process.gate, { approvalId, personId });
    expect(asked).toHaveProperty("preview");
    const latest = () => latestPreview(world.store, { approvalId, personId });
    await until(async () => (await latest())?.computedAt != null, "the preview");
    return (await latest()) as Preview;
  };
  return { world, files, read, write, propose, cardOf, preview };
}
