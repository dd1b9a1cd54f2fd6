import { expect, test } from "vitest";
import { readFrameMessage } from "./frame-message.ts";

const request = (method: unknown, params: unknown, id: unknown = 1) => ({ jsonrpc: "2.0", id, method, params });

test("M156: what is no JSON-RPC is not heard at all", () => {
  for (const said of [
    null,
    undefined,
    "approve",
    7,
    [],
    {},
    { html: "<h1>taken</h1>" },
    { jsonrpc: "2.0", id: 1, result: { decision: "accept" } },
    { jsonrpc: "1.0", id: 1, method: "ping" },
    request(7, {}),
    request("ping", {}, {}),
    request("ping", {}, "x".repeat(300)),
    request("x".repeat(300), {}),
  ])
    expect(readFrameMessage(said)).toBeNull();
});

test("M156: what is larger than JSON-RPC that is taken, or no JSON, is put down as soon as that is seen", () => {
  const circle: Record<string, unknown> = { jsonrpc: "2.0", method: "ping" };
  circle["self"] = circle;
  const again = (value: unknown) => [value, value];
  // Written down they would be longer than any text, and each is small to send.
  const doubled = Array.from({ length: 60 }).reduce<unknown>(again, ["x"]);
  const holes = Object.assign([], { length: 4_000_000_000 });
  for (const large of [
    circle,
    doubled,
    holes,
    request("ping", holes),
    request("ping", { doubled }),
    request("ping", new Uint8Array(200_000_000)),
    request("ping", new Map([["a", 1]])),
    "x".repeat(300_000),
    request("tools/call", { name: "pay", arguments: { text: "x".repeat(300_000) } }),
    JSON.parse('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"__proto__":{"name":"pay"}}}'),
  ])
    expect(readFrameMessage(large)).toEqual({ kind: "unreadable" });
});

test("M156: requests that are not known, or in another form, are refused by their id", () => {
  for (const method of ["ui/approve", "sampling/createMessage", "ui/update-model-context", "ui/download-file"])
    expect(readFrameMessage(request(method, {}))).toMatchObject({ kind: "refused", id: 1, code: -32_601 });
  for (const [method, params] of [
    ["tools/call", { name: "", arguments: {} }],
    ["tools/call", { name: "pay", arguments: "all" }],
    ["tools/call", null],
    ["resources/read", { uri: 7 }],
    ["ui/open-link", {}],
    ["ui/message", { role: "assistant", content: [{ type: "text", text: "Hi" }] }],
    ["ui/message", { role: "user", content: [{ type: "image", data: "" }] }],
    ["ui/message", { role: "user", content: [{ type: "text", text: "x".repeat(5_000) }] }],
  ] as const)
    expect(readFrameMessage(request(method, params))).toMatchObject({ kind: "refused", code: -32_602 });
});

test("M151: what an app says is read, with members that are undefined", () => {
  expect(readFrameMessage({ jsonrpc: "2.0", method: "ui/notifications/initialized", params: undefined })).toEqual({
    kind: "initialized",
  });
  expect(readFrameMessage(request("ui/initialize", { protocolVersion: "2026-01-26" }, "a"))).toEqual({
    kind: "initialize",
    id: "a",
  });
  expect(readFrameMessage(request("tools/call", { name: "pay", arguments: { amount: 20 } }))).toEqual({
    kind: "call",
    id: 1,
    name: "pay",
    arguments: { amount: 20 },
  });
  expect(
    readFrameMessage({ jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height: 1e9 } }),
  ).toEqual({ kind: "size", height: 1e9 });
  for (const height of [Number.NaN, Infinity, "900", null])
    expect(readFrameMessage({ jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height } })).toEqual({
      kind: "ignored",
    });
});
