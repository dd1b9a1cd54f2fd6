import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { textOf, unstartedRig } from "#e2e/support/mcp-rig.ts";
import { signInServer } from "#e2e/support/sign-in-server.ts";
import { until } from "#e2e/support/until.ts";

const program = path.join(import.meta.dirname, "packages/node_modules/mcp-remote/dist/proxy.js");

/** A server behind a sign-in, and mcp-remote in between, which finds no browser of its own to open. */
function bridged(far: Awaited<ReturnType<typeof signInServer>>) {
  const data = mkdtempSync(path.join(tmpdir(), "mcp-remote-"));
  const nowhere = path.join(data, "nowhere");
  mkdirSync(nowhere);
  const env = { MCP_REMOTE_CONFIG_DIR: data, PATH: nowhere };
  const rig = unstartedRig({ far: { command: process.execPath, args: [program, far.url, "--allow-http"], env } });
  onTestFinished(async () => {
    await rig.close();
    far.close();
    rmSync(data, { recursive: true });
  });
  return { rig, link: () => rig.servers.inspect()[0]?.signInLink ?? null };
}

/** What a person's browser does with the page: signs in there, and comes back to where mcp-remote listens. */
async function signInAt(page: string, far: Awaited<ReturnType<typeof signInServer>>): Promise<void> {
  const back = new URL(new URL(page).searchParams.get("redirect_uri") ?? "");
  back.search = await far.visit(page);
  // In the middle of a call it prints the page a moment before it listens.
  let status = 0;
  const comesBack = async () => (status = (await fetch(back).catch(() => null))?.status ?? 0) !== 0;
  await until(comesBack, "mcp-remote to listen");
  expect(status).toBe(200);
}

test("M11, M51: mcp-remote waits for a sign-in on the page that it prints, and then its calls go out as that person", async () => {
  const far = await signInServer({ namesRights: true });
  const { rig, link } = bridged(far);
  rig.servers.start();
  await rig.until(() => link() !== null);
  expect(new URL(link() ?? "").origin).toBe(far.issuer);
  expect(rig.servers.inspect()[0]?.status).toBe("connecting");
  far.signInAs("ona@far");
  await signInAt(link() ?? "", far);
  await rig.until(() => rig.servers.inspect()[0]?.status === "up");
  expect(link()).toBeNull();
  expect(textOf(await rig.call("far", "whoami"))).toBe("You are ona@far.");
});

test("M11, M51: a call whose sign-in has ended shows the page again, and goes on once somebody signed in", async () => {
  const far = await signInServer({ namesRights: true });
  const { rig, link } = bridged(far);
  rig.servers.start();
  await rig.until(() => link() !== null);
  far.signInAs("ona@far");
  await signInAt(link() ?? "", far);
  await rig.until(() => rig.servers.inspect()[0]?.status === "up");
  far.forget("all");
  const waiting = rig.call("far", "whoami");
  await until(() => link() !== null, "the page where somebody signs in again");
  far.signInAs("ben@far");
  await signInAt(link() ?? "", far);
  expect(textOf(await waiting)).toBe("You are ben@far.");
  expect(link()).toBeNull();
});
