import { expect, test } from "vitest";
import { countOn, toolsSeen, type ChatToolServer } from "#lib/chat/chat-tools.ts";
import { withServer, withTool } from "./switch-tools.ts";
import { sayIn } from "#lib/words/say.ts";
import { english } from "#lib/words/speech.ts";
import { chatWords } from "./words.en.ts";

const say = sayIn(english, chatWords);

const server = (id: string, ...names: string[]): ChatToolServer => ({
  id,
  title: id,
  tools: names.map((name) => ({ name, title: name, icon: null, found: false })),
});
const shop = server("shop", "list", "refund", "cancel");
const files = server("files", "list");
const none: ReadonlySet<string> = new Set();

test("S0.73: a server that is off takes its tools along, and leaves what else is off alone", () => {
  const off = withServer(withTool(new Set(["files/list"]), shop, "refund", false), shop, false);
  expect([...off]).toEqual(["files/list", "shop/*"]);
  expect(countOn({ servers: [shop, files] }, off)).toBe(0);
  expect([...withServer(off, shop, true)]).toEqual(["files/list"]);
});

test("S0.73: one tool is switched on beside others that stay off, and the last one off is the server", () => {
  const one = withTool(withServer(none, shop, false), shop, "list", true);
  expect([...one]).toEqual(["shop/refund", "shop/cancel"]);
  expect([...withTool(one, shop, "list", false)]).toEqual(["shop/*"]);
  expect([...withTool(withTool(one, shop, "refund", true), shop, "cancel", true)]).toEqual([]);
});

test("S0.73: a server whose name begins another's is another one", () => {
  const off = withServer(none, server("shop2", "list"), false);
  expect([...withServer(off, shop, true)]).toEqual(["shop2/*"]);
  expect(countOn({ servers: [shop] }, off)).toBe(3);
});

test.each([
  [null, 0, "No tools"],
  [128, 1, "1 tool"],
  [128, 128, "128 tools"],
  [128, 529, "Finds tools among 529"],
  [null, 529, "529 tools"],
])("S0.72: a model that takes %s of %s tools: %s", (most, on, words) => {
  expect(say(toolsSeen({ most, finds: true }, on), { count: on })).toBe(words);
});

test("S0.72: where nothing can find them, they are too many", () => {
  expect(say(toolsSeen({ most: 128, finds: false }, 529), { count: 529 })).toBe("529 tools are too many");
});
