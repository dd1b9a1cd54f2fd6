import { generateText } from "ai";
import { describe, expect, test } from "vitest";
import { chat, folder, model } from "#e2e/support/demo-chat.ts";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import { demoModel } from "./demo-model.ts";

const declined = messageToModel({
  kind: "not-accepted",
  status: "declined",
  decision: { action: "decline", endedBy: "person", at: 0 },
});

describe("S4.19: create newfile.md and then delete it", () => {
  const request = "create newfile.md and then delete it";

  test("creates, then deletes, and reports both", async () => {
    const { files, world } = folder();
    const { ran, text, reasoning } = await chat(request, world);
    expect(ran).toEqual([
      { toolName: "workspace__run_command", input: { command: "touch newfile.md" } },
      { toolName: "workspace__run_command", input: { command: "rm newfile.md" } },
    ]);
    expect(files.size).toBe(0);
    expect(text).toMatch(/Created `newfile.md`[^]*Now I'll delete `newfile.md`[^]*Deleted `newfile.md`/);
    expect(reasoning).toContain("2 parts");
  });

  test.each([
    ["by the server's own question", "Command was rejected by the user.", "you rejected it"],
    ["by the gate", declined, "you declined it"],
  ])("a deletion declined %s ends the answer, and asking again deletes", async (_who, refusal, words) => {
    const { files, world } = folder();
    const first = await chat(request, (call) => (JSON.stringify(call.input).includes("rm ") ? refusal : world(call)));
    expect(first.ran).toHaveLength(2);
    expect(first.text).toContain(`I did not delete \`newfile.md\`: ${words}.`);
    expect(first.text).not.toContain("Deleted");
    expect([...files]).toEqual(["newfile.md"]);

    const second = await chat([...first.messages, { role: "user", content: "delete it" }], world);
    expect(second.ran).toEqual([{ toolName: "workspace__run_command", input: { command: "rm newfile.md" } }]);
    expect(second.text).toContain("Deleted `newfile.md`.");
    expect(files.size).toBe(0);
  });

  test("a file that could not be created is not deleted", async () => {
    const said = "'touch newfile.md' ended with exit code 1:\nNo space left on device";
    const { ran, text } = await chat(request, () => said);
    expect(ran).toHaveLength(1);
    expect(text).toContain("I could not create `newfile.md`");
    expect(text).toContain("No space left on device");
    expect(text).toContain("I stopped there, so I did not delete `newfile.md`.");
    expect(text).not.toContain("Created");
  });

  test("the answer goes on from the history alone, as after a restart", async () => {
    const { messages } = await chat("create newfile.md", folder().world);
    const cut = messages.slice(1, 3);
    const { ran, text } = await chat([{ role: "user", content: request }, ...cut], folder().world);
    expect(ran).toEqual([{ toolName: "workspace__run_command", input: { command: "rm newfile.md" } }]);
    expect(text).toMatch(/^Created `newfile.md`\./);
  });
});

test("an abort ends the stream between two words", async () => {
  const stop = new AbortController();
  const { stream } = await demoModel({ msPerWord: 60_000 }).doStream({
    prompt: [{ role: "user", content: [{ type: "text", text: "help" }] }],
    abortSignal: stop.signal,
  });
  const reader = stream.getReader();
  while ((await reader.read()).value?.type !== "text-start");
  const nextWord = Promise.allSettled([reader.read()]);
  stop.abort();
  expect(await nextWord).toMatchObject([{ status: "rejected", reason: { name: "AbortError" } }]);
});

test("it also answers without streaming, the same words", async () => {
  const { text } = await generateText({ model, prompt: "help" });
  expect(text).toBe((await chat("help", undefined, [])).text);
});

test("the same conversation gives the same answer, but never the same call id", async () => {
  const [one, other] = [await chat("list the files"), await chat("list the files")];
  expect(one.text).toBe(other.text);
  const ids = [one, other].map(({ messages }) => JSON.stringify(messages[1]?.content).match(/call_[\w-]+/)?.[0]);
  expect(ids[0]).toBeDefined();
  expect(ids[0]).not.toBe(ids[1]);
});
