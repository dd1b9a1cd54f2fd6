import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectV1, connectV2, newFolder, startHttp } from "./test-peers.ts";
import type { Asked, Peer, Person, Reply, Wire } from "./test-peers.ts";

const clients = {
  "SDK 2, modern": (wire: Wire, person: Person | null) => connectV2("auto", wire, person),
  "SDK 2, legacy": (wire: Wire, person: Person | null) => connectV2("legacy", wire, person),
  "SDK 1.32": connectV1,
};

const combinations = (["stdio", "http"] as const).flatMap((kind) =>
  Object.entries(clients).map(([client, connect]) => ({ kind, client, connect })),
);

const accepted: Reply = { action: "accept", content: { confirm: true } };

describe.each(combinations)("$client over $kind", ({ kind, connect }) => {
  const folder = newFolder();
  const file = join(folder, "newfile.md");
  const asked: Asked[] = [];
  let answer: Person;
  let peer: Peer;
  let faceless: Peer;
  let stop = async () => {};

  beforeAll(async () => {
    let wire: Wire = { kind: "stdio", folder };
    if (kind === "http") {
      const server = await startHttp(folder);
      stop = server.stop;
      wire = { kind, url: server.url };
    }
    peer = await connect(wire, (question) => {
      asked.push(question);
      return answer(question);
    });
    faceless = await connect(wire, null);
  });
  beforeEach(() => {
    asked.length = 0;
    answer = () => accepted;
    writeFileSync(file, "");
  });
  afterAll(async () => {
    await Promise.all([peer.close(), faceless.close()]);
    await stop();
    rmSync(folder, { recursive: true });
  });

  const run = (command: string) => peer.call("run_command", { command });

  test("S4.15, S4.17: touch is silent and reports its progress", async () => {
    rmSync(file);
    const result = await run("touch newfile.md");
    expect(result).toMatchObject({ isError: false, status: "done" });
    expect(existsSync(file)).toBe(true);
    expect(asked).toEqual([]);
    expect(result.progress).toContain("Running 'touch newfile.md'");
  });

  test("S4.12: rm asks in these words and runs when confirmed", async () => {
    expect(await run("rm newfile.md")).toMatchObject({ isError: false, status: "done" });
    expect(existsSync(file)).toBe(false);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      message: "Are you sure you want to run the dangerous command: 'rm newfile.md'?",
      requestedSchema: {
        type: "object",
        properties: {
          confirm: {
            type: "boolean",
            title: "Confirm running 'rm newfile.md'?",
            description: "Confirm running 'rm newfile.md'?",
          },
        },
        required: ["confirm"],
      },
    });
  });

  test.each<Reply>([
    { action: "decline" },
    { action: "cancel" },
    { action: "accept", content: { confirm: false } },
    { action: "accept", content: {} },
    { action: "accept" },
    { action: "accept", content: { confirm: "true" } },
    { action: "accept", content: { confirm: 1 } },
  ])("S4.14: %j runs nothing", async (reply) => {
    answer = () => reply;
    expect(await run("rm newfile.md")).toMatchObject({
      text: "Command was rejected by the user.",
      isError: true,
      status: "rejected",
    });
    expect(existsSync(file)).toBe(true);
  });

  test("S4.13: without a person who can be asked only silent commands run", async () => {
    expect(await faceless.call("run_command", { command: "rm newfile.md" })).toMatchObject({
      text: "Elicitation is not available in this context. Cannot confirm dangerous command.",
      isError: true,
      status: "rejected",
    });
    expect(existsSync(file)).toBe(true);
    expect(await faceless.call("run_command", { command: "ls" })).toMatchObject({ isError: false });
  });

  test("S4.20: a confirmed command with shell syntax is refused, and no part of it runs", async () => {
    for (const command of ["rm newfile.md; ls", "touch other && ls", "ls\nrm newfile.md", "rm *", "cat ../outside"]) {
      const result = await run(command);
      expect(result).toMatchObject({ isError: true, status: "failed" });
      expect(result.text).toMatch(/was confirmed but not run: /);
    }
    expect(asked).toHaveLength(5);
    expect(readdirSync(folder)).toEqual(["newfile.md"]);
  });

  test("S4.20: six commands asked at once each get the answer that was given to them", async () => {
    const names = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}.txt`);
    for (const name of names) writeFileSync(join(folder, name), "");
    const kept = ["b.txt", "e.txt"];
    answer = ({ message }) => (kept.some((name) => message.includes(name)) ? { action: "decline" } : accepted);
    await Promise.all(names.map((name) => run(`rm ${name}`)));
    expect(readdirSync(folder).toSorted()).toEqual(["b.txt", "e.txt", "newfile.md"]);
    for (const name of kept) rmSync(join(folder, name));
  });

  test("a program that fails is reported with what it printed", async () => {
    const result = await run("cat missing.txt");
    expect(result).toMatchObject({ isError: true, status: "failed" });
    expect(result.text).toMatch(/^'cat missing.txt' ended with exit code 1:\n.*missing\.txt.*No such file/s);
  });
});
