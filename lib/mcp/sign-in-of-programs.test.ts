import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { textOf, unstartedRig } from "#e2e/support/mcp-rig.ts";
import { serverFile } from "#e2e/support/servers/start-server.ts";
import { withinStart } from "./connection/within-start.ts";
import { signInLink } from "./transport/follow-stderr.ts";

afterEach(() => void vi.useRealTimers());

const page = "https://login.example.com/authorize?response_type=code&client_id=bridge&state=x";

test("M51: a program that waits for a sign-in shows the page that it printed, until it goes on; also in the middle of a call", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "bridge-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const done = path.join(folder, "done");
  const args = [serverFile("bridge-server.ts"), done];
  const rig = unstartedRig({ bridge: { command: process.execPath, args } }, { timing: { probeMs: 200 } });
  onTestFinished(() => rig.close());
  const link = () => rig.servers.inspect()[0]?.signInLink ?? null;
  rig.servers.start();
  await rig.until(() => link() !== null);
  expect(link()).toBe(page);
  expect(rig.servers.inspect()[0]?.status).toBe("connecting");
  writeFileSync(done, "");
  await rig.until(() => rig.servers.inspect()[0]?.status === "up");
  expect(link()).toBeNull();
  expect(textOf(await rig.call("bridge", "far"))).toBe("from far");
  // The sign-in ends there.
  rmSync(done);
  const waiting = rig.call("bridge", "far");
  await rig.until(() => link() !== null);
  expect(link()).toBe(page);
  writeFileSync(done, "");
  expect(textOf(await waiting)).toBe("from far");
  expect(link()).toBeNull();
});

test("M51: a start is given up in time, but not while a person signs in; then after a quarter of an hour", async () => {
  vi.useFakeTimers();
  const never = new Promise<never>(() => {});
  const outcomes: string[] = [];
  const start = (name: string, waitsForPerson: boolean) =>
    withinStart(never, { startMs: 60_000, waitsForPerson: () => waitsForPerson }).catch(() => outcomes.push(name));
  const both = [start("silent", false), start("waiting", true)];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(outcomes).toEqual(["silent"]);
  await vi.advanceTimersByTimeAsync(14 * 60_000 - 1);
  expect(outcomes).toEqual(["silent"]);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all(both);
  expect(outcomes).toEqual(["silent", "waiting"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("M51: only the address of such a page is taken from what a program writes", () => {
  expect(signInLink(page)).toBe(page);
  expect(signInLink(`  Open ${page} now`)).toBe(page);
  for (const line of [
    "",
    "https://example.com/",
    "https://example.com/?response_type=token&client_id=a",
    "http://example.com/?response_type=code&client_id=a",
    "https://me:pw@example.com/?response_type=code&client_id=a",
    "javascript:alert(1)?response_type=code&client_id=a",
    `${page}${"x".repeat(9_000)}`,
  ])
    expect(signInLink(line), line).toBeNull();
});
