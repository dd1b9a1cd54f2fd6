import { describe, expect, test } from "vitest";
import { maskOf } from "#lib/audit/mask.ts";
import { capResult as capped, maxResultBytes } from "./cap-result.ts";

const capResult = (sent: Parameters<typeof capped>[0]) => capped(sent, maskOf([]));

const text = (said: string) => ({ type: "text", text: said });
const noteOf = (result: { content: { [key: string]: unknown }[] }) => result.content.at(-1)?.["text"];

describe("S0.36: what fits passes unchanged", () => {
  test.each([
    [{ content: [text("a"), text("")], isError: true }],
    [{ content: [{ type: "resource_link", uri: "file:///a", name: "a" }], structuredContent: { a: [1, { b: null }] } }],
    [
      {
        content: [
          { type: "resource", resource: { uri: "a:b", text: "words" } },
          { ...text("c"), annotations: {} },
        ],
      },
    ],
    [{ content: [text("\u200bhidden characters stay")], structuredContent: { constructor: 1 } }],
  ])("%j", async (result) => {
    expect(await capResult(result)).toEqual({ structuredContent: null, isError: false, ...result });
  });

  test("structured content of any kind", async () => {
    for (const structuredContent of [[1, 2], "words", 0, false]) {
      expect(await capResult({ content: [], structuredContent })).toMatchObject({ structuredContent });
    }
  });

  test("pictures, sound and files, which are described in their places and kept apart", async () => {
    const data = Buffer.alloc(300).toString("base64");
    const content = [
      { type: "image", mimeType: "image/png", data, annotations: { audience: ["user"] } },
      text("between"),
      { type: "audio", mimeType: "audio/wav", data },
      { type: "resource", resource: { uri: "file:///x.zip", mimeType: "application/zip", blob: data } },
    ];
    expect(await capResult({ content })).toEqual({
      content: [
        text("[image/png (300 bytes)]"),
        text("between"),
        text("[audio/wav (300 bytes)]"),
        text("[application/zip (300 bytes) file:///x.zip]"),
      ],
      structuredContent: null,
      isError: false,
      whole: [0, 2, 3].map((at) => ({ at, block: content[at] })),
    });
  });

  test("metadata, without names that the protocol and we ourselves speak by", async () => {
    const kept = { "example.com/cost": { cents: 3 }, "openai/widget": "ui://a", mine: 1 };
    const taken = {
      "countersign/status": "waiting",
      "io.modelcontextprotocol/related-task": {},
      "mcp.dev/x": 1,
      "modelcontextprotocol.io/x": 1,
      progressToken: 1,
    };
    expect((await capResult({ content: [], _meta: { ...kept, ...taken } })).meta).toEqual(kept);
    expect(await capResult({ content: [], _meta: taken })).not.toHaveProperty("meta");
  });
});

describe("E12: what does not fit is cut, and the last block says what", () => {
  test("long text, over all blocks together, without half a character", async () => {
    const result = await capResult({ content: [text("€".repeat(80_000)), text("€".repeat(80_000)), text("tail")] });
    const [first, second, third] = result.content.map((block) =>
      typeof block["text"] === "string" ? block["text"] : "",
    );
    expect(first).toHaveLength(80_000);
    expect(second).toMatch(/^€+$/);
    expect(Buffer.byteLength(first! + second! + third!)).toBeLessThanOrEqual(maxResultBytes);
    expect(noteOf(result)).toContain("of 240000 bytes of text");
  });

  test("pictures, all together, and metadata", async () => {
    const picture = { type: "image", mimeType: "image/png", data: "AAAA".repeat(900_000) };
    const result = await capResult({ content: [picture, picture, text("x")], _meta: { notes: "y".repeat(20_000) } });
    const described = text("[image/png (2700000 bytes)]");
    expect(result.content.slice(0, 3)).toEqual([described, described, text("x")]);
    expect(result.whole).toEqual([{ at: 0, block: picture }]);
    expect(result).not.toHaveProperty("meta");
    const left = "image/png (2700000 bytes); metadata of 20012 bytes";
    expect(noteOf(result)).toBe(`[Countersign left out of this result: ${left}.]`);
  });

  test("too many blocks, large structured content, large blocks of unknown kinds", async () => {
    expect(noteOf(await capResult({ content: Array.from({ length: 700 }, () => text("x")) }))).toContain(
      "200 of 700 content blocks",
    );
    const large = await capResult({ content: [], structuredContent: { words: "x".repeat(300_000) } });
    expect(large.structuredContent).toBeNull();
    expect(noteOf(large)).toContain("structured content of 300012 bytes");
    expect(noteOf(await capResult({ content: [{ type: "new", words: "x".repeat(300_000) }] }))).toContain(
      "a block of type new",
    );
  });

  test("S0.70: files in the middle of data or of a text are left out by their size, and the rest stays", async () => {
    const base64 = Buffer.from("Countersign 123 ".repeat(200_000)).toString("base64");
    const result = await capResult({
      content: [text(`before ![](data:image/png;base64,${base64}) after`)],
      structuredContent: { name: "a", picture: base64 },
    });
    expect(result).toEqual({
      content: [text("before ![]([image/png, 4.3 MB of base64 left out]) after")],
      structuredContent: { name: "a", picture: "[4.3 MB of base64 left out]" },
      isError: false,
    });
  });

  test("what stands beside a text counts like the text", async () => {
    const flood = { notes: "x".repeat(300_000) };
    const result = await capResult({
      content: [
        { ...text("a"), annotations: flood },
        { type: "resource", _meta: flood, resource: { uri: "a:b", text: "b" } },
        ...Array.from({ length: 400 }, () => ({ ...text("c"), _meta: { notes: "y".repeat(1_000) } })),
      ],
    });
    expect(result.content.slice(0, 2)).toEqual([text("a"), text("b")]);
    expect(Buffer.byteLength(JSON.stringify(result.content))).toBeLessThan(maxResultBytes + 20_000);
    expect(noteOf(result)).toContain("bytes beside a text");
  });

  test("half a surrogate pair is replaced: a model's provider would refuse the whole chat for it", async () => {
    const result = await capResult({ content: [text("a\ud800b")], structuredContent: { c: ["\udc00"] } });
    expect(result).toMatchObject({ content: [text("a\ufffdb")], structuredContent: { c: ["\ufffd"] } });
  });

  test("E7: a __proto__ key reaches no prototype", async () => {
    const result = await capResult(
      JSON.parse('{"content": [], "structuredContent": {"__proto__": {"polluted": true}, "a": 1}}'),
    );
    expect(result.structuredContent).toEqual({ a: 1 });
    expect(result.structuredContent).not.toHaveProperty("polluted");
    expect(noteOf(result)).toContain("__proto__");
  });

  test("G12: half of a surrogate pair is replaced, in names too", async () => {
    const cutThrough = {
      type: "image",
      mimeType: `${"x".repeat(99)}\u{1f600}`,
      data: "",
      uri: `${"x".repeat(499)}\u{1f600}`,
    };
    const tooLong = { type: `${"x".repeat(39)}\u{1f600}`, more: "x".repeat(maxResultBytes) };
    const result = await capResult({
      content: [{ ...text("\udc00"), "\ud800": 1 }, cutThrough, tooLong],
      structuredContent: { "a\ud800": { "\udc00": 1 } },
      _meta: { "\ud800": "\ud800" },
    });
    const { whole: _, ...told } = result;
    expect(JSON.stringify(told)).not.toMatch(/\\ud[89a-f]/i);
    expect(result).toMatchObject({ structuredContent: { "a\ufffd": { "\ufffd": 1 } }, meta: { "\ufffd": "\ufffd" } });
  });

  test("nonsense is an empty result", async () => {
    expect(await capResult({ content: "words", structuredContent: null, isError: "yes" })).toEqual({
      content: [],
      structuredContent: null,
      isError: false,
    });
    expect((await capResult({ content: [null, 1, "x"] })).content).toEqual([text(""), text(""), text("")]);
  });
});

test("C12, G15: others have their turns while a long result is masked", async () => {
  let turns = 0;
  setImmediate(() => (turns += 1));
  const secret = "t0ken-of-the-server";
  const words = `${secret} `.repeat(200_000);
  const { content } = await capped({ content: [text(words)] }, maskOf([secret]));
  expect(turns).toBe(1);
  expect(JSON.stringify(content)).not.toContain(secret);
});
