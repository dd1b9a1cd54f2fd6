import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { hookSettings } from "#components/settings/hook-settings.ts";
import { hookCases } from "#e2e/support/hook-payloads.ts";
import { listening } from "#e2e/support/listening.ts";
import { routesWorld } from "#e2e/support/routes-world.ts";
import { until } from "#e2e/support/until.ts";
import { settingsWords } from "#components/settings/words.en.ts";
import { sayIn } from "#lib/words/say.ts";
import { english } from "#lib/words/speech.ts";

const files: Record<string, string> = {
  "claude-code": ".claude/settings.json",
  codex: ".codex/config.toml",
  "gemini-cli": ".gemini/settings.json",
  cursor: ".cursor/hooks.json",
  "copilot-cli": ".copilot/hooks/countersign.json",
};
const agents = Object.keys(files);

let home = "";
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "hook home "));
  onTestFinished(() => rmSync(home, { recursive: true }));
});

async function run(command: string, args: string[], { input = "", ...env }: Record<string, string>) {
  const child = spawn(command, args, { env: { PATH: process.env["PATH"], NODE_ENV: "test", HOME: home, ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const closed = once(child, "close") as Promise<[number | null]>;
  const [[code], out, err] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

async function app() {
  const world = await routesWorld();
  const { authorization = "" } = await world.asProgram("asks");
  const key = authorization.slice("Bearer ".length);
  const url = await listening(world);
  const install = (agent: string, ...more: string[]) =>
    run(process.execPath, ["public/countersign-hook.mjs", "install", agent, "--url", url, ...more], {
      input: `${key}\n`,
    });
  return { world, key, url, install };
}

const fileOf = (agent: string) => path.join(home, files[agent] ?? "");
const read = (agent: string) => readFileSync(fileOf(agent), "utf8");
const write = (agent: string, content: string) => {
  mkdirSync(path.dirname(fileOf(agent)), { recursive: true });
  writeFileSync(fileOf(agent), content);
};

/** The commands in the settings of an agent. */
function commandsIn(settings: string): string[] {
  return [
    ...settings.matchAll(/"?(?:command|bash)"?\s*[:=]\s*("(?:[^"\\]|\\.)*countersign-hook(?:[^"\\]|\\.)*")/g),
  ].map(([, said = ""]) => JSON.parse(said) as string);
}

test.each(agents)("S0.65, S0.52: what is installed for %s asks, and a second time changes nothing", async (agent) => {
  const { world, install, key } = await app();
  const first = await install(agent);
  expect([first.code, first.err]).toEqual([0, ""]);
  expect(first.out).toContain(fileOf(agent));
  const settings = read(agent);
  const [command = "", ...others] = commandsIn(settings);
  expect(others.every((other) => other === command)).toBe(true);
  expect(settings).not.toContain(key);
  const keyFile = path.join(home, ".countersign", `${agent}.key`);
  expect([readFileSync(keyFile, "utf8"), statSync(keyFile).mode & 0o777]).toEqual([`${key}\n`, 0o600]);
  const given = hookCases.find((one) => one.agent === agent);
  const asking = run("sh", ["-c", command], { input: JSON.stringify(given?.payload) });
  const open = () => world.database.db.selectFrom("approvals").select("id").where("status", "=", "pending").execute();
  await until(async () => (await open()).length === 1, "a card");
  const approve = `/api/approvals/${(await open())[0]?.id}/approve`;
  expect((await world.call("POST", approve, { headers: world.asPerson(), body: {} })).status).toBe(200);
  const allowed = await asking;
  expect([allowed.code, JSON.parse(allowed.out)]).toEqual([0, given?.yes]);
  const again = await install(agent);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining("names it already")]);
  expect(read(agent)).toBe(settings);
  expect(readdirSync(path.dirname(fileOf(agent)))).toEqual([path.basename(fileOf(agent))]);
});

test("S0.65: what the page shows for an agent is what is installed for it", async () => {
  const { install } = await app();
  for (const { agent, where, text: shown } of hookSettings((name) => `run ${name}`, sayIn(english, settingsWords))) {
    expect((await install(agent)).code).toBe(0);
    expect(where).toBe(`~/${files[agent]}`);
    const written = read(agent).replaceAll(/^# .*\n/gm, "");
    const command = JSON.stringify(commandsIn(written)[0]);
    expect(written.replaceAll(command, JSON.stringify(`run ${agent}`))).toBe(shown);
  }
});

test("S0.65: what stands in the settings stays, with its order, its indent, its rights and its link", async () => {
  const { install } = await app();
  const other = { matcher: "Read", hooks: [{ type: "command", command: "audit.sh" }] };
  const former = { type: "command", timeout: 5, command: "node ~/countersign-hook.mjs claude-code 3", once: true };
  const found = {
    model: "opus",
    hooks: {
      Stop: [other],
      PreToolUse: [other, { matcher: "Bash", hooks: [former, { type: "command", command: "x" }] }],
    },
    env: { A: "ü" },
  };
  write("claude-code", "");
  const real = path.join(home, "dotfiles.json");
  const before = JSON.stringify(found, null, 4);
  writeFileSync(real, before);
  chmodSync(real, 0o640);
  rmSync(fileOf("claude-code"));
  symlinkSync(real, fileOf("claude-code"));
  expect((await install("claude-code")).code).toBe(0);
  expect(lstatSync(fileOf("claude-code")).isSymbolicLink()).toBe(true);
  expect(statSync(real).mode & 0o777).toBe(0o640);
  const after = read("claude-code");
  const [command] = commandsIn(after);
  const [, changed] = structuredClone(found.hooks.PreToolUse);
  Object.assign(changed?.hooks[0] ?? {}, { timeout: 330, command });
  const expected = { ...found, hooks: { ...found.hooks, PreToolUse: [other, changed] } };
  expect(after).toBe(`${JSON.stringify(expected, null, 4)}\n`);
  expect(readFileSync(`${fileOf("claude-code")}.before-countersign`, "utf8")).toBe(before);
  // Also where it is written in another way.
  const inOneLine = JSON.stringify(expected);
  writeFileSync(real, inOneLine);
  expect((await install("claude-code")).out).toContain("names it already");
  expect(readFileSync(real, "utf8")).toBe(inOneLine);
});

test("S0.65: the block for Codex comes after what stands there, and another address takes its place", async () => {
  const { install } = await app();
  const before = 'model = "gpt-5.5"\n\n[features]\nx = true';
  write("codex", before);
  expect((await install("codex")).out).toContain("trust the hook");
  const first = read("codex");
  expect(first.startsWith(`${before}\n\n# countersign-hook: begin\n[[hooks.PreToolUse]]\n`)).toBe(true);
  writeFileSync(fileOf("codex"), `${first}\n[tui]\ny = 1\n`);
  expect((await install("codex", "60")).code).toBe(0);
  const second = read("codex");
  expect(second).toBe(`${first.replace(" codex 300 ", " codex 60 ").replace("= 330", "= 90")}\n[tui]\ny = 1\n`);
});

test.each([
  ["claude-code", "{ // mine\n}"],
  ["claude-code", "[]"],
  ["claude-code", '{"hooks": []}'],
  ["gemini-cli", '{"hooks": {"BeforeTool": {}}}'],
  ["cursor", "null"],
  ["codex", "[hooks]\nPreToolUse = []\n"],
  ["codex", "hooks = { Stop = [] }\n"],
  ["codex", '[[hooks.PreToolUse]]\nhooks = [{ command = "countersign-hook.mjs codex" }]\n'],
])("S0.65: settings of %s that it cannot add to stay as they are: %j", async (agent, content) => {
  write(agent, content);
  const url = "http://127.0.0.1:1";
  const { code, out, err } = await run(
    process.execPath,
    ["public/countersign-hook.mjs", "install", agent, "--url", url],
    { COUNTERSIGN_KEY: "cs_x" },
  );
  expect([code, read(agent)]).toEqual([1, content]);
  expect(err).toMatch(/^Not installed: .* was left as it is/);
  expect(commandsIn(out)[0]).toContain("--key-file");
  expect(existsSync(path.join(home, ".countersign"))).toBe(false);
});

test("S0.65: --print, a key that does not work, an address without the app and a wrong word write nothing", async () => {
  const { install, url } = await app();
  const printed = await install("claude-code", "--print");
  expect([printed.code, printed.out]).toEqual([0, expect.stringContaining("PreToolUse")]);
  const attempts: [string[], Record<string, string>][] = [
    [["claude-code", "--url", url], { COUNTERSIGN_KEY: "cs_x" }],
    [["claude-code", "--url", url], {}],
    [["claude-code", "--url", "http://127.0.0.1:1"], { COUNTERSIGN_KEY: "cs_x" }],
    [["claude-code", "--url", "http://example.com"], { COUNTERSIGN_KEY: "cs_x" }],
    [["claude-code", "5", "--url", url], { COUNTERSIGN_KEY: "cs_x" }],
    [["claude", "--url", url], { COUNTERSIGN_KEY: "cs_x" }],
    [["claude-code", "--force"], { COUNTERSIGN_KEY: "cs_x" }],
  ];
  for (const [args, env] of attempts) {
    const { code, err } = await run(process.execPath, ["public/countersign-hook.mjs", "install", ...args], env);
    expect([code, err]).toEqual([1, expect.stringMatching(/^Not installed: /)]);
  }
  expect(readdirSync(home)).toEqual([]);
});
