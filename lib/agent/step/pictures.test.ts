import { APICallError, type LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { type GateWorld, gateWorld } from "#e2e/support/gate-world.ts";
import { countedPng, tone } from "#e2e/support/pictures.ts";
import type { ToolOutcome } from "#lib/gate/contract/tool.ts";
import { maskOf } from "#lib/audit/mask.ts";
import { capResult } from "#lib/mcp/servers/cap-result.ts";
import { fileOf, keepFiles, leastCounted, mostKeptBytes } from "#lib/store/calls/result-files.ts";
import { inTransaction } from "#lib/store/engine/database.ts";

const png = countedPng(320, 200, true).toString("base64");
const wav = tone(1).toString("base64");
const said: ToolOutcome = {
  kind: "result",
  result: await capResult(
    {
      content: [
        { type: "text", text: "Took it." },
        { type: "image", mimeType: "image/png", data: png },
        { type: "audio", mimeType: "audio/wav", data: wav },
      ],
      structuredContent: { copy: png },
    },
    maskOf([]),
  ),
};

/** A world whose tool sends a picture and a sound, and whose model takes pictures, or none. */
async function pictured({ takes = true } = {}): Promise<GateWorld> {
  const world = await gateWorld({ tools: [fakeTool("shoot", { flag: "never", act: () => said })] });
  if (takes) world.model.supportedUrls = { "image/*": [] };
  return world;
}

const shoot = { calls: [{ name: "shoot", args: {} }] };

function outputIn({ prompt }: LanguageModelV4CallOptions) {
  const results = prompt.flatMap(({ role, content }) => (role === "tool" ? content : []));
  const [result] = results.filter(({ type }) => type === "tool-result");
  return result?.type === "tool-result" ? result.output : undefined;
}

const words = (toModel: string) =>
  [
    "Took it.",
    expect.stringMatching(new RegExp(`^\\[picture, PNG, 320 × 200, \\d+ kB, shown to the person${toModel}\\]$`)),
    "[sound, WAV, 8 kB, shown to the person, not to you]",
    expect.stringMatching(/^Structured content: \{"copy":"\[\d+ kB of base64 left out\]"\}$/),
  ] as const;

function linesOf(text: string | undefined): string[] {
  return (text ?? "").split("\n");
}

async function filesOf(world: GateWorld, chatId: string) {
  const rows = await world.store.db.selectFrom("result_files").selectAll().where("chat_id", "=", chatId).execute();
  return rows.toSorted((one, other) => one.id.localeCompare(other.id));
}

test("S0.70: a picture is kept once, apart from messages, and reaches a model that takes pictures", async () => {
  const world = await pictured();
  const chatId = await world.begin(shoot);
  const kept = await filesOf(world, chatId);
  expect(kept.map(({ media_type, base64 }) => [media_type, base64])).toEqual([
    ["image/png", png],
    ["audio/wav", wav],
  ]);
  const rows = [
    ...(await world.store.db.selectFrom("messages").selectAll().where("chat_id", "=", chatId).execute()),
    ...(await world.store.db.selectFrom("chunks").selectAll().execute()),
    (await world.detail(chatId)).messages,
  ];
  expect(JSON.stringify(rows)).not.toContain(png.slice(100, 200));
  const [part] = (await world.message(chatId)).parts.filter(({ type }) => type === "dynamic-tool");
  expect(part).toMatchObject({
    output: {
      files: [
        { at: 1, id: kept[0]?.id, mediaType: "image/png", width: 320, height: 200, sha256: expect.any(String) },
        { at: 2, id: kept[1]?.id, mediaType: "audio/wav" },
      ],
    },
  });
  // The trail names what came.
  const sent = kept.map(({ media_type, bytes }) => ({ mediaType: media_type, bytes, sha256: expect.any(String) }));
  expect(await world.audit(chatId)).toContainEqual(expect.objectContaining({ kind: "call-finished", files: sent }));
  const output = outputIn(world.model.requests.at(-1)!);
  const [text, ...pictures] = output?.type === "content" ? output.value : [];
  expect(linesOf(text?.type === "text" ? text.text : undefined)).toEqual(words(" and to you"));
  expect(pictures).toEqual([{ type: "file", mediaType: "image/png", data: { type: "data", data: png } }]);

  // After a crash it is as it was; deleted with its chat it is gone.
  await world.crash();
  await world.post(chatId, "and now?");
  await world.idle(chatId);
  expect(outputIn(world.model.requests.at(-1)!)).toEqual(output);
  await world.process.chats.remove(world.person.id, chatId);
  expect(await filesOf(world, chatId)).toEqual([]);
});

test("S0.70: a model that takes no pictures is told of them in words", async () => {
  const world = await pictured({ takes: false });
  await world.begin(shoot);
  const output = outputIn(world.model.requests.at(-1)!);
  expect(linesOf(output?.type === "text" ? output.value : undefined)).toEqual(words(", not to you"));
});

test("S0.71: a step that fails over pictures is tried once without them, and told in words", async () => {
  const world = await pictured();
  const { doStream } = world.model;
  const refused: LanguageModelV4CallOptions[] = [];
  world.model.doStream = async (options) => {
    if (!JSON.stringify(options.prompt).includes('"file"')) return doStream(options);
    refused.push(options);
    const message = "This model does not support image input.";
    throw new APICallError({
      message,
      url: "http://model",
      requestBodyValues: {},
      statusCode: 400,
      isRetryable: false,
    });
  };
  const chatId = await world.begin([shoot, { text: "I cannot see it." }]);
  expect(refused).toHaveLength(1);
  const inWords = words("; the provider of your model refused it, so you do not see it");
  const told = () => {
    const output = outputIn(world.model.requests.at(-1)!);
    return linesOf(output?.type === "text" ? output.value : undefined);
  };
  expect(told()).toEqual(inWords);
  expect((await world.message(chatId)).parts).toContainEqual(expect.objectContaining({ text: "I cannot see it." }));
  expect(world.log.map(({ message }) => message)).toContain("model.refused-pictures");

  // What was refused does not go out again.
  await world.post(chatId, "look again");
  await world.idle(chatId);
  expect(refused).toHaveLength(1);
  expect(told()).toEqual(inWords);
});

test("S0.71: an error that is none of the pictures' is told as it is", async () => {
  const world = await pictured();
  const { doStream } = world.model;
  let asked = 0;
  world.model.doStream = async (options) => {
    if (outputIn(options) === undefined) return doStream(options);
    asked += 1;
    const said = { url: "http://model", requestBodyValues: {}, isRetryable: false };
    throw new APICallError({ ...said, message: "No key for image models.", statusCode: 401 });
  };
  const chatId = await world.begin(shoot);
  expect(asked).toBe(1);
  expect((await world.message(chatId)).parts.at(-1)).toMatchObject({
    data: { text: expect.stringContaining("did not accept the key") },
  });
});

test("S0.70: of a chat, and of a person, the latest files are kept up to a bound", async () => {
  const world = await pictured();
  const chats = await Promise.all(Array.from({ length: 9 }, () => world.begin(shoot)));
  const calls = (await Promise.all(chats.map((chatId) => world.calls(chatId)))).flat();
  const keep = async (chat: number, name: string, bytes: number) => {
    await world.advance(1);
    const file = { at: 0, id: name, mediaType: "image/png" as const, bytes, sha256: "" };
    await inTransaction(world.store, (trx) => keepFiles(world.store, trx, calls[chat]!, [{ file, base64: "AAAA" }]));
  };
  const isThere = async (id: string) => (await fileOf(world.store, { personId: "p1", id })) !== undefined;

  await keep(0, "old", mostKeptBytes.chat - 1_000_000);
  expect(await isThere("old")).toBe(true);
  await keep(0, "new", 1_000_001);
  expect([await isThere("old"), await isThere("new")]).toEqual([false, true]);

  for (let chat = 1; chat < 9; chat += 1) await keep(chat, `of ${chat}`, mostKeptBytes.chat);
  const left = await Promise.all(chats.map((_, chat) => isThere(chat === 0 ? "new" : `of ${chat}`)));
  expect(left).toEqual([false, true, true, true, true, true, true, true, true]);
  expect(await fileOf(world.store, { personId: "p2", id: "of 8" })).toBeUndefined();
});

test("S0.70: tiny files have an end too, for each is work whenever room is made", async () => {
  const world = await pictured();
  const [call] = await world.calls(await world.begin(shoot));
  const kept = async () => {
    const rows = world.store.db.selectFrom("result_files").select((file) => file.fn.countAll().as("count"));
    return Number((await rows.executeTakeFirstOrThrow()).count);
  };
  for (let result = 0; result < 45; result += 1) {
    await world.advance(1);
    const files = Array.from({ length: 100 }, (_, at) => ({
      file: { at, id: `tiny-${result}-${at}`, mediaType: "image/gif" as const, bytes: 1, sha256: "" },
      base64: "AA==",
    }));
    await inTransaction(world.store, (trx) => keepFiles(world.store, trx, call!, files));
  }
  expect(await kept()).toBe(mostKeptBytes.chat / leastCounted);
});
