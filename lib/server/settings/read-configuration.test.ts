import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { configuredSecrets, readConfiguration, readPolicy } from "./read-configuration.ts";

let configDir: string;
beforeEach(async () => {
  configDir = await mkdtemp(path.join(tmpdir(), "config-"));
});
afterEach(() => rm(configDir, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFile(path.join(configDir, file), text);

function problem(variables: Record<string, string> = {}): string {
  const result = readConfiguration({ configDir, variables });
  return "problem" in result ? result.problem : "";
}

test("S3.8: no files and no variables mean no servers, the annotated policy and the demo model", () => {
  const result = readConfiguration({ configDir, variables: {} });
  expect(result).toMatchObject({
    mcp: { servers: [], leftOut: [], said: [] },
    policy: { kind: "annotated" },
    modelSettings: { entries: [{ key: "demo" }] },
  });
});

test("files are read from the chosen folder", async () => {
  await write("mcp.json", `{"mcpServers":{"files":{"command":"node","args":["\${SCRIPT}"]}}}`);
  await write("policy.yaml", "policy: denyAll\n");
  expect(readConfiguration({ configDir, variables: { SCRIPT: "server.ts" } })).toMatchObject({
    mcp: { servers: [{ id: "files", transport: { args: ["server.ts"], cwd: configDir } }], leftOut: [] },
    policy: { kind: "denyAll" },
  });
});

test("what is wrong in a file is one sentence with file and place", async () => {
  await write("mcp.json", `{"mcpServers":{\n`);
  expect(problem()).toMatch(/^mcp\.json: .*line 2.*\.$/);
  await rm(path.join(configDir, "mcp.json"));
  await write("policy.yaml", "\npolicy: yolo\n");
  expect(problem()).toMatch(/^policy\.yaml, line 2: .*\.$/);
});

test("A12: a rule about a server that is neither configured nor was ever added stops the start with the line", async () => {
  const checked = (...more: string[]) => readPolicy(configDir, { serverIds: ["app", "files", ...more] });
  await write("policy.yaml", "rules:\n  - server: files\n    then: allow\n  - server: flies\n    then: deny\n");
  const problem = 'policy.yaml, line 4: there is no server "flies"; there are app, files.';
  expect(checked()).toEqual({ problem });
  expect(checked("flies")).toMatchObject({ policy: { kind: "rules" } });
  await write("policy.yaml", "rules:\n  - server: files\n    then: allow\n");
  expect(readConfiguration({ configDir, variables: {} })).toMatchObject({ policy: { kind: "rules" } });
});

test("an unknown provider in MODEL is named", () => {
  expect(problem({ MODEL: "wizard:1" })).toMatch(/^MODEL: "wizard:1".*unknown/);
});

test("a file that is there and cannot be read is not taken for a missing one", async () => {
  await mkdir(path.join(configDir, "mcp.json"));
  expect(problem()).toMatch(/mcp\.json cannot be read: it is no regular file/);
});

test("H3: the secrets of tool servers and of models are known, wherever they were written", async () => {
  await write(
    "mcp.json",
    `{"mcpServers":{"shop":{"command":"node","env":{"SHOP_TOKEN":"\${TOKEN}","HOME_DIR":"/home"}}}}`,
  );
  const variables = { TOKEN: "t-1234", MODEL: "openai:gpt-5", OPENAI_API_KEY: "sk-1234" };
  const result = readConfiguration({ configDir, variables });
  if ("problem" in result) throw new Error(result.problem);
  expect(configuredSecrets(result)).toEqual(["t-1234", "sk-1234"]);
});
