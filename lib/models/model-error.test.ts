import { APICallError } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { describeFinish, describeModelError } from "./model-error.ts";

const url = "https://api.openai.com/v1/responses?api-key=canary";

function refusal(statusCode: number, more: { code?: string; message?: string; headers?: Record<string, string> } = {}) {
  return new APICallError({
    message: more.message ?? "canary message",
    url,
    requestBodyValues: { model: "gpt-5", input: "canary input" },
    statusCode,
    ...(more.headers ? { responseHeaders: more.headers } : {}),
    responseBody: "canary body",
    data: { error: { message: more.message ?? "canary message", code: more.code ?? null } },
  });
}

function unconnected(code: string, host = "http://127.0.0.1:11434") {
  const cause = Object.assign(new Error(`connect ${code} at /home/canary.js`), { code });
  return new APICallError({
    message: "Cannot connect to API",
    cause,
    url: `${host}/v1/responses`,
    requestBodyValues: {},
  });
}

describe("every failure of a model becomes a sentence", () => {
  test.each([
    ["a refused key", refusal(401), /did not accept the key. Check the key in Settings/, false],
    ["no access", refusal(403), /refused access.*"gpt-5"/, false],
    ["an unknown model", refusal(404), /api.openai.com does not know the model "gpt-5"/, false],
    ["an unknown model with status 400", refusal(400, { code: "model_not_found" }), /does not know the model/, false],
    ["a rate limit", refusal(429), /too many requests. Try again in a moment/, true],
    ["a rate limit with a time", refusal(429, { headers: { "retry-after": "7" } }), /Try again in 7 seconds/, true],
    ["a rate limit in ms", refusal(429, { headers: { "retry-after-ms": "800" } }), /Try again in a second/, true],
    ["a long rate limit", refusal(429, { headers: { "retry-after": "600" } }), /Try again in 10 minutes/, true],
    ["no credit", refusal(429, { code: "insufficient_quota" }), /has no credit left/, false],
    ["a broken provider", refusal(500), /a problem of its own \(500\)/, true],
    ["an overloaded provider", refusal(503), /\(503\)/, true],
    ["a gateway timeout", refusal(504), /did not answer in time/, true],
    ["a chat too long", refusal(400, { code: "context_length_exceeded" }), /too long for the model/, false],
    ["a chat too long, in words", refusal(400, { message: "exceeds the context window" }), /too long/, false],
    ["a refused request", refusal(400, { message: "tools are not supported" }), /\(400\): tools are not supp/, false],
    ["a dead endpoint", unconnected("ECONNREFUSED"), /Nothing answers at 127.0.0.1:11434/, true],
    ["an unknown host", unconnected("ENOTFOUND", "http://nowhere"), /nowhere cannot be reached/, true],
    ["a broken connection", unconnected("ECONNRESET"), /broke off/, true],
    ["a silent server", unconnected("UND_ERR_HEADERS_TIMEOUT"), /did not answer in time/, true],
    ["a bad certificate", unconnected("DEPTH_ZERO_SELF_SIGNED_CERT"), /certificate/, false],
    ["our own time limit", new DOMException("late", "TimeoutError"), /did not answer in time/, true],
    ["Stop", new DOMException("stop", "AbortError"), /was stopped/, true],
    ["an answer that is not JSON", refusal(200), /could not be read/, true],
    ["an error in the stream", { message: "slow down", code: "rate_limit_exceeded" }, /too many requests/, true],
    [
      "an error in the stream without a code",
      { message: "it fell over", statusCode: undefined },
      /reported an error: it fell over/,
      true,
    ],
    ["something unknown", new Error("canary at /srv/app/secret.ts:1"), /did not say why/, true],
    ["no error at all", undefined, /did not say why/, true],
  ])("%s", (_name, error, words, retry) => {
    const said = describeModelError(error);
    expect(said.text).toMatch(words);
    expect(said.retry).toBe(retry);
    expect(said.text).not.toMatch(/canary|\n|undefined|null/);
  });

  test("an address with several IPs that all refuse is described like one", () => {
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const cause = new AggregateError([refused, refused]);
    const error = new APICallError({ message: "x", cause, url: "http://localhost:9/v1/a", requestBodyValues: {} });
    expect(describeModelError(error).text).toMatch(/Nothing answers at localhost:9/);
  });

  test("a cause that points at itself ends", () => {
    const error = new Error("round");
    error.cause = error;
    expect(describeModelError(error).retry).toBe(true);
  });
});

describe("H3: a quoted provider never shows a key", () => {
  test.each([
    ["Incorrect API key provided: sk-proj-abcdef1234.", "sk-proj"],
    ["Header was Bearer abcdef", "abcdef"],
    ["token ya29a0AfH6SMBx3xY8k7Qw2Zz9 expired", "ya29"],
    ["your key hunter2 is bad", "hunter2"],
  ])("%s", (message, secret) => {
    const { text } = describeModelError(refusal(400, { message }), ["hunter2"]);
    expect(text).toContain("•••");
    expect(text).not.toContain(secret);
  });

  test("H4: only the first line is quoted, and not all of a long one", () => {
    const { text } = describeModelError(
      refusal(400, { message: `${"word ".repeat(200)}\n    at secret (/srv/x.ts:1)` }),
    );
    expect(text).not.toContain("/srv");
    expect(text.length).toBeLessThan(400);
  });
});

test("an answer that ended early says so, and a complete one says nothing", () => {
  expect(describeFinish("interrupted")?.text).toMatch(/broke off/);
  expect(describeFinish("length")?.text).toMatch(/length limit/);
  expect(describeFinish("content-filter")?.retry).toBe(false);
  expect(describeFinish("stop")).toBeNull();
  expect(describeFinish("tool-calls")).toBeNull();
});
