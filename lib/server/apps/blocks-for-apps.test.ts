import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";
import { wireName } from "#lib/mcp/definitions/wire-name.ts";
import { fileOf } from "#lib/store/calls/result-files.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { openApp, resultForApp } from "./app-on-call.ts";
import { beginAppCall } from "./begin-app-call.ts";

const fingerprint = "a".repeat(64);
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const picture = { type: "image", mimeType: "image/png", data: pixel };
const sound = { type: "audio", mimeType: "audio/x-none", data: "AAAA" };
const model = { type: "resource", resource: { uri: "shop://chair", mimeType: "model/gltf-binary", blob: "Z2xURg==" } };
const odd = { type: "video", mimeType: "video/mp4", data: "AAAA" };
const text = (said: string) => ({ type: "text", text: said });

/** A chat in which the model called `draw`, whose result has an app, or has none. */
async function rig(more: { hasApp?: true }) {
  const whole = [picture, sound, model, odd].map((block, at) => ({ at: at + 1, block }));
  const named = ["image/png", "audio/x-none", "model/gltf-binary", "video/mp4"].map((type) => text(`[${type}]`));
  const result = { content: [text("Drawn."), ...named], structuredContent: null, isError: false, whole };
  const server = { id: "shop", title: "Shop", origin: "npx shop", trusted: true };
  const seenBy = { model: true, app: true };
  const draw = fakeTool("draw", { server, seenBy, flag: "never", act: () => ({ kind: "result", result }), ...more });
  const all = new Map([[wireName("shop", "draw"), draw]]);
  const world = await gateWorld({
    catalogue: () => ({
      tools: () => all,
      offered: () => all,
      quarantined: () => new Set<string>(),
      settled: async () => {},
      ready: async () => {},
      problemOf: () => null,
      mayRepeat: () => false,
    }),
  });
  const chat = await world.begin([{ calls: [{ name: "shop__draw", args: {} }] }, { text: "Here." }]);
  const [call] = await world.calls(chat);
  const domains = { connect: [], resources: [], leftOut: [] };
  const app = { name: "ui://shop/draw", fingerprint, said: "{}", html: "<p>Chair</p>", domains, order: null };
  const deps = { agent: world.process.agent, appOf: async () => app };
  const of = { personId: "p1", chatId: chat, toolCallId: call?.tool_call_id ?? "" };
  const shown = async () => {
    const opened = await openApp(deps, of);
    if ("refused" in opened) throw new Error(opened.message);
    return opened.result;
  };
  const called = async () => {
    const begun = await beginAppCall(deps, of, { fingerprint, name: "draw", arguments: {} });
    if ("refused" in begun) throw new Error(begun.message);
    let result: JsonObject | null = null;
    await until(async () => {
      const answer = await resultForApp(deps, of, begun.made);
      if ("refused" in answer) throw new Error(answer.message);
      ({ result } = answer);
      return result !== null;
    }, "a result for the app");
    return result;
  };
  return { world, chat, id: call?.id ?? "", shown, called };
}

const unshown = (type: string) => text(expect.stringContaining(`[${type}: not shown, it is none of PNG`) as string);

test("M171: an app gets pictures, sounds and files of the result under which it stands, and of its own calls", async () => {
  const { world, chat, id, shown, called } = await rig({ hasApp: true });
  const whole = { content: [text("Drawn."), picture, sound, model, unshown("video/mp4")] };
  expect(await shown()).toEqual(whole);
  expect(await called()).toEqual(whole);
  // The person sees the picture in the chat. The rest is named there, and has no address.
  expect(JSON.stringify(await world.message(chat))).toContain("[model/gltf-binary: not shown, it is none of PNG");
  const file = (at: number) => fileOf(world.store, { personId: "p1", id: `${id}-${at}` });
  expect(await file(1)).toEqual({ mediaType: "image/png", base64: pixel });
  expect(await file(3)).toBeUndefined();
  // What had to make room is told in words.
  await world.store.db.deleteFrom("result_files").where("id", "=", `${id}-3`).execute();
  expect(await shown()).toEqual({
    content: [text("Drawn."), picture, sound, unshown("model/gltf-binary"), whole.content[4]],
  });
});

test("M171: of a result without an app nothing is kept but what its chat shows", async () => {
  const { world, shown } = await rig({});
  const kept = await world.store.db.selectFrom("result_files").select("media_type").execute();
  expect(kept).toEqual([{ media_type: "image/png" }]);
  expect(await shown()).toMatchObject({
    content: [text("Drawn."), text("[image/png]"), unshown("audio/x-none"), {}, {}],
  });
});
