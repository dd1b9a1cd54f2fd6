import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectV2, newFolder } from "./test-peers.ts";
import type { Peer } from "./test-peers.ts";

const parent = newFolder();
const folder = join(parent, "folder");
const makePipe = "mkfifo";
let peer: Peer;

beforeAll(async () => {
  // The folder itself is not there yet: the server creates it.
  peer = await connectV2("auto", { kind: "stdio", folder }, null);
  await peer.call("list_files", {});
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "sub", "b.txt"), "bee");
  writeFileSync(join(folder, "a.txt"), "grüße");
  writeFileSync(join(folder, "big.txt"), "ä".repeat(150_000));
  writeFileSync(join(folder, "image.bin"), Buffer.from([1, 0, 2]));
  writeFileSync(join(parent, "secret.txt"), "secret");
  symlinkSync(join(parent, "secret.txt"), join(folder, "leak.txt"));
  symlinkSync(parent, join(folder, "way-out"));
  symlinkSync(join(parent, "made.txt"), join(folder, "dangling"));
  execFileSync(makePipe, [join(folder, "pipe")]);
});
afterAll(async () => {
  await peer.close();
  rmSync(parent, { recursive: true });
});

test("files are listed at every depth, and links are not followed", async () => {
  const { text, isError } = await peer.call("list_files", {});
  expect(isError).toBe(false);
  expect(text.split("\n")).toEqual([
    "a.txt  7",
    "big.txt  300000",
    "dangling  link",
    "image.bin  3",
    "leak.txt  link",
    "pipe  0",
    "sub/",
    "way-out  link",
    "sub/b.txt  3",
  ]);
  expect(await peer.call("list_files", { path: "sub" })).toMatchObject({ text: "sub/b.txt  3" });
});

test("a file is read, a big one up to the limit without a broken character", async () => {
  expect(await peer.call("read_file", { path: "a.txt" })).toMatchObject({ text: "grüße", isError: false });
  const { text } = await peer.call("read_file", { path: "big.txt" });
  expect(text).toBe(`${"ä".repeat(100_000)}\n[Only the first 200000 of 300000 bytes are shown.]`);
});

test("a long list is cut with a sentence that says so", async () => {
  mkdirSync(join(folder, "many"));
  for (let file = 0; file < 600; file += 1) writeFileSync(join(folder, "many", `${file}.txt`), "");
  const lines = (await peer.call("list_files", { path: "many" })).text.split("\n");
  expect(lines).toHaveLength(501);
  expect(lines.at(-1)).toBe("There is more; only the first 500 entries are shown.");
  rmSync(join(folder, "many"), { recursive: true });
});

test.each([
  ["read_file", "missing.txt", "'missing.txt' does not exist."],
  ["read_file", "sub", "'sub' is a folder, not a file."],
  ["read_file", "image.bin", "'image.bin' is not a text file."],
  ["read_file", "pipe", "'pipe' is not a regular file."],
  ["read_file", "a.txt/b", "'a.txt/b' does not lead to a file or folder."],
  ["read_file", "../secret.txt", "'../secret.txt' is outside the workspace folder."],
  ["read_file", "/etc/passwd", "'/etc/passwd' is outside the workspace folder."],
  ["read_file", "leak.txt", "'leak.txt' is outside the workspace folder."],
  ["read_file", "way-out/secret.txt", "'way-out/secret.txt' is outside the workspace folder."],
  ["list_files", "..", "'..' is outside the workspace folder."],
  ["list_files", "way-out", "'way-out' is outside the workspace folder."],
  ["list_files", "a.txt", "'a.txt' is not a folder."],
  ["list_files", "missing", "'missing' does not exist."],
])("%s %s says what is wrong", async (tool, path, sentence) => {
  expect(await peer.call(tool, { path })).toMatchObject({ text: sentence, isError: true, status: "failed" });
});

test("a file is written with its folders and replaced as a whole", async () => {
  const path = "new/deep/file.txt";
  expect(await peer.call("write_file", { path, content: "longer text" })).toMatchObject({ isError: false });
  expect(await peer.call("write_file", { path, content: "ü" })).toMatchObject({
    text: "Wrote 2 bytes to 'new/deep/file.txt'.",
  });
  expect(readFileSync(join(folder, path), "utf8")).toBe("ü");
});

test.each([
  ["../made.txt", "'../made.txt' is outside the workspace folder."],
  ["way-out/made.txt", "'way-out/made.txt' is outside the workspace folder."],
  ["dangling", "'dangling' is outside the workspace folder."],
  ["leak.txt", "'leak.txt' is outside the workspace folder."],
  ["sub", "'sub' is a folder, not a file."],
  ["pipe", "'pipe' is not a regular file."],
  ["x/../../made.txt", "'x/../../made.txt' does not lead to a file or folder."],
])("nothing is written to %s", async (path, sentence) => {
  expect(await peer.call("write_file", { path, content: "x" })).toMatchObject({ text: sentence, isError: true });
  expect(existsSync(join(dirname(folder), "made.txt"))).toBe(false);
  expect(readFileSync(join(parent, "secret.txt"), "utf8")).toBe("secret");
});
