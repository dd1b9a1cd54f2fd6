import { describe, expect, test } from "vitest";
import { parseModelSettings } from "./settings.ts";

function entriesOf(variables: Record<string, string>) {
  const parsed = parseModelSettings(variables);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.settings.entries;
}

function problemOf(variables: Record<string, string>): string {
  const parsed = parseModelSettings(variables);
  if (!("problem" in parsed)) throw new Error("These settings were accepted.");
  return parsed.problem;
}

describe("models that are accepted", () => {
  const key = { OPENAI_API_KEY: "sk-test" };
  test.each([
    [{}, ["demo"]],
    [{ MODEL: "", OPENAI_API_KEY: "  " }, ["demo"]],
    [{ MODEL: "demo" }, ["demo"]],
    [{ ...key }, ["openai:gpt-5-mini"]],
    [{ ...key, MODEL: "openai:gpt-5" }, ["openai:gpt-5"]],
    [{ ...key, MODEL: " openai:gpt-5 , openai: gpt-5-mini,demo," }, ["openai:gpt-5", "openai:gpt-5-mini", "demo"]],
    [{ ...key, MODEL: "demo,demo" }, ["demo"]],
    [{ OPENAI_BASE_URL: "http://localhost:11434/v1", MODEL: "openai:llama3.2:3b" }, ["openai:llama3.2:3b"]],
  ])("%j offers %j", (variables, keys) => {
    expect(entriesOf(variables).map((entry) => entry.key)).toEqual(keys);
  });

  test("a model id keeps its own colons", () => {
    expect(entriesOf({ OPENAI_BASE_URL: "http://a/v1", MODEL: "openai:llama3.2:3b" })[0]?.modelId).toBe("llama3.2:3b");
  });
});

describe("which API is spoken", () => {
  const url = "http://127.0.0.1:11434/v1/";
  const openai = { apiKey: "sk-test", baseUrl: null, viaProxy: false };
  const local = { apiKey: null, baseUrl: "http://127.0.0.1:11434/v1", viaProxy: false };
  test.each([
    [{ OPENAI_API_KEY: "sk-test" }, { ...openai, api: "responses" }],
    [
      { OPENAI_API_KEY: " sk-test\n", OPENAI_API: "chat" },
      { ...openai, api: "chat" },
    ],
    [{ OPENAI_BASE_URL: url }, { ...local, api: "chat" }],
    [
      { OPENAI_BASE_URL: url, OPENAI_API: "responses" },
      { ...local, api: "responses" },
    ],
    [
      { OPENAI_BASE_URL: url, OPENAI_API_KEY: "sk-test" },
      { ...local, apiKey: "sk-test", api: "chat" },
    ],
  ])("%j", (variables, settings) => {
    expect(entriesOf({ MODEL: "openai:m", ...variables })[0]?.settings).toEqual(settings);
  });
});

describe("settings that cannot work are refused in one sentence", () => {
  test.each([
    [{ MODEL: "mistral:large" }, 'MODEL: "mistral:large" names the provider "mistral", which is unknown.'],
    [{ MODEL: "anthropic:claude" }, "ANTHROPIC_API_KEY is not set"],
    [{ MODEL: "constructor:x" }, '"constructor", which is unknown'],
    [{ MODEL: "gpt-5" }, "for example openai:gpt-5, or demo"],
    [{ MODEL: "openai", OPENAI_API_KEY: "sk-test" }, 'MODEL: "openai" names no model'],
    [{ MODEL: "openai:", OPENAI_API_KEY: "sk-test" }, 'MODEL: "openai:" names no model'],
    [{ MODEL: "demo:large" }, "just called demo"],
    [{ MODEL: "demo,openai:gpt-5" }, 'MODEL asks for "openai:gpt-5", but neither OPENAI_API_KEY nor OPENAI_BASE_URL'],
    [{ OPENAI_BASE_URL: "http://localhost:11434/v1" }, "MODEL is not"],
    [{ MODEL: "openai:m", OPENAI_BASE_URL: "localhost:11434" }, 'OPENAI_BASE_URL is "localhost:11434", which is not'],
    [{ MODEL: "openai:m", OPENAI_BASE_URL: "nonsense" }, 'OPENAI_BASE_URL is "nonsense", which is not'],
    [{ MODEL: "openai:m", OPENAI_BASE_URL: "file:///etc/passwd" }, "is not an http or https address"],
    [{ MODEL: "openai:m", OPENAI_BASE_URL: "http://host/v1?key=1" }, 'is "http://host/v1?…"; it cannot contain "?"'],
    [{ MODEL: "openai:m", OPENAI_BASE_URL: "http://me:secret@[" }, 'OPENAI_BASE_URL is "…@[", which is not'],
    [{ MODEL: "openai:m", OPENAI_API_KEY: "sk-test", OPENAI_API: "grpc" }, 'OPENAI_API is "grpc"'],
    ...["1", "0", "many", "-5", "10000", "demo=", "demo=1", "=,x"].map((count): [Record<string, string>, string] => [
      { TOOLS_PER_REQUEST: count },
      "a whole number from 2 to 9999",
    ]),
    ...["999", "unlimited", "1e6", "100000000", "demo="].map((count): [Record<string, string>, string] => [
      { CONTEXT_TOKENS: count },
      "a whole number from 1000 to 99999999",
    ]),
  ])("%j", (variables, words) => {
    expect(problemOf(variables)).toContain(words);
    expect(problemOf(variables)).not.toContain("\n");
  });

  test("H3: a damaged key and a password in the address are not repeated", () => {
    expect(problemOf({ MODEL: "openai:m", OPENAI_API_KEY: "sk-canary with space" })).not.toContain("canary");
    expect(problemOf({ MODEL: "openai:m", OPENAI_BASE_URL: "https://me:canary@host/v1" })).not.toContain("canary");
    expect(problemOf({ MODEL: "openai:m", OPENAI_BASE_URL: "ftp://me:canary@host/v1" })).not.toContain("canary");
  });
});

describe("S0.72: how many tools a request may carry, per model", () => {
  const given = { OPENAI_API_KEY: "sk-test", MODEL: "openai:a,openai:b=1,demo" };
  test.each([
    [undefined, [128, 128, Infinity]],
    ["40", [40, 40, Infinity]],
    ["unlimited", [Infinity, Infinity, Infinity]],
    ["openai:a=30", [30, 128, Infinity]],
    [" 64 , openai:b=1 = 20, demo=5 ", [64, 20, 5]],
  ])("%j", (written, counts) => {
    const entries = entriesOf({ ...given, ...(written === undefined ? {} : { TOOLS_PER_REQUEST: written }) });
    expect(entries.map(({ mostTools }) => mostTools)).toEqual(counts);
  });
});

describe("K8: how many tokens a model reads at once, per model", () => {
  const given = { OPENAI_API_KEY: "sk-test", MODEL: "openai:a,openai:b,demo" };
  test.each([
    [undefined, [null, null, null]],
    ["200000", [200_000, 200_000, 200_000]],
    ["openai:a=8000", [8_000, null, null]],
    [" 200000 , openai:b = 400000 ", [200_000, 400_000, 200_000]],
  ])("%j", (written, counts) => {
    const entries = entriesOf({ ...given, ...(written === undefined ? {} : { CONTEXT_TOKENS: written }) });
    expect(entries.map(({ contextTokens }) => contextTokens)).toEqual(counts);
  });
});
