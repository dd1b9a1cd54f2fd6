import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import { listeningAt } from "#e2e/support/listening.ts";
import { mcpRig } from "#e2e/support/mcp-rig.ts";
import { mcpListener } from "#e2e/support/servers/serve-mcp.ts";
import { serverFile } from "#e2e/support/servers/start-server.ts";
import { until } from "#e2e/support/until.ts";

const wired = (uri: string) => `countersign://notes/${uri}`;
const from = () => ({ personId: "", servers: new Set(["notes"]), signal: new AbortController().signal });
const mayAsk = async () => true;

/** Our client, and what makes its server say that a resource changed so many times. */
const eras: Record<string, () => Promise<Awaited<ReturnType<typeof started>>>> = {
  older: async () => {
    const entry = { command: process.execPath, args: [serverFile("sources-server.ts")], era: "legacy" };
    const rig = await started(entry);
    return { ...rig, say: async (uri, times) => void (await rig.call("notes", "change", { uri, times })) };
  },
  newer: async () => {
    const capabilities = { resources: { subscribe: true } };
    const { answer, modern } = mcpListener(() => new Server({ name: "notes", version: "1" }, { capabilities }));
    const url = await listeningAt(createServer((request, response) => void answer(request, response)));
    const say = async (uri: string, times = 1) => {
      for (let time = 0; time < times; time += 1) modern.notify.resourceUpdated(uri);
    };
    return { ...(await started({ url: `${url}/mcp`, era: "modern" })), say };
  },
};

async function started(entry: object) {
  const rig = await mcpRig({ notes: entry });
  onTestFinished(() => rig.close());
  let heard = 0;
  rig.servers.sources.onUpdate(() => (heard += 1));
  const changed = async (...uris: string[]) => [
    ...(await rig.servers.sources.watch(uris.map(wired), from(), mayAsk)).keys(),
  ];
  const say = async (_uri: string, _times?: number): Promise<void> => {};
  return { ...rig, changed, say, heard: () => heard };
}

test.each(Object.entries(eras))(
  "M131: a resource that is watched is said to have changed when its %s server says so, and no other",
  async (_era, start) => {
    const { changed, say, heard } = await start();
    await say("notes://plan");
    expect(await changed("notes://plan", "notes://hidden")).toEqual([]);
    // The newer protocol subscribes on a stream of its own, which has to open first.
    await until(async () => {
      await say("notes://plan");
      return (await changed("notes://plan")).length === 1;
    }, "the server's word");
    await say("notes://never-asked");
    expect(await changed("notes://plan", "notes://hidden")).toEqual([wired("notes://plan")]);
    await until(async () => heard() > 0, "the event");
  },
);

test("M131: whoever says so over and over is heard at growing intervals, and what is not watched for nothing", async () => {
  const { changed, say, heard } = await (eras["older"] as (typeof eras)[string])();
  await changed("notes://plan");
  await say("notes://other", 300);
  expect(heard()).toBe(0);
  await say("notes://plan", 300);
  expect(heard()).toBeLessThanOrEqual(2);
  expect(await changed("notes://plan")).toHaveLength(1);
});

test("M131: no more resources are watched on a connection than people look at: the oldest are left", async () => {
  const { changed, say, call } = await (eras["older"] as (typeof eras)[string])();
  await changed("notes://plan");
  await changed(...Array.from({ length: 50 }, (_, at) => `notes://${at}`));
  await say("notes://plan");
  const asked = JSON.stringify(await call("notes", "asked"));
  expect(asked).toContain("resources/unsubscribe notes://plan");
  expect(asked.split("resources/subscribe").length - 1).toBe(51);
  expect(await changed("notes://49", "notes://plan")).toEqual([]);
});

test("M131: a server is asked for no more than its person may ask", async () => {
  const { servers, call } = await (eras["older"] as (typeof eras)[string])();
  await servers.sources.watch([wired("notes://plan")], from(), async () => false);
  expect(JSON.stringify(await call("notes", "asked"))).not.toContain("subscribe");
});
