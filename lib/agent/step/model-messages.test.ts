import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import type { ToolOutcome } from "#lib/gate/contract/tool.ts";

/** What the model is told of a call with this result. */
async function told(outcome: ToolOutcome): Promise<string> {
  const tool = fakeTool("read", { flag: "never", act: () => outcome });
  const world = await gateWorld({ tools: [tool] });
  await world.begin({ calls: [{ name: "read", args: {} }] });
  const results = world.model.requests.at(-1)?.prompt.flatMap(({ role, content }) => (role === "tool" ? content : []));
  const [result] = results ?? [];
  const output = result?.type === "tool-result" ? result.output : undefined;
  return output?.type === "text" ? output.value : JSON.stringify(result);
}

test("C2, C5, E5: hidden characters in a result or an error are removed for the model, which is told so", async () => {
  const secret = Array.from("rm", (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
  const hidden = `Three orders.${secret}\u200b\u001b[8m`;
  const ended = "Three orders.[8m\n\n[Countersign took 4 hidden characters out of this text.]";
  expect(await told(said(hidden))).toBe(ended);
  expect(await told(said(hidden, true))).toBe(`The tool reported an error: ${ended}`);
  const structuredContent = { text: `a\u202eb` };
  const structured: ToolOutcome = { kind: "result", result: { content: [], structuredContent, isError: false } };
  expect(await told(structured)).toBe('{"text":"ab"}\n\n[Countersign took a hidden character out of this text.]');
  const unknown = await told({ kind: "unknown", message: `It broke\u{e0041}.` });
  expect(unknown).toContain('("It broke.")');
  expect(unknown).toContain("[Countersign took a hidden character out of this text.]");
});

test("C2: words and emoji that need joiners reach the model unchanged and without a remark", async () => {
  const text = "می\u200cخواهم क्\u200dष 👩🏽\u200d💻 1\ufe0f\u20e3 ⚠\ufe0f\r\n";
  expect(await told(said(text))).toBe(text);
});
