import { expect, test } from "vitest";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { notForClients } from "#lib/server/tools/catalogue.ts";
import { currentTimeTool } from "./current-time.ts";
import { fetchPageTool } from "./fetch-page.ts";
import { findToolsTool } from "./find-tools.ts";

test("S0.59, S0.6: the time is said without asking, in a zone that exists", async () => {
  const world = await gateWorld({ tools: [currentTimeTool(() => new Date(Date.UTC(2026, 10, 23, 0, 16)))] });
  const chat = await world.begin([
    { calls: [{ name: "current_time", args: {} }] },
    { calls: [{ name: "current_time", args: { timeZone: "Asia/Kolkata" } }] },
    { calls: [{ name: "current_time", args: { timeZone: "Middle/Earth" } }] },
  ]);
  const said = world.lastPrompt();
  expect(said).toContain("2026-11-23T00:16:00Z");
  expect(said).toContain("Monday, 23 November 2026 at 05:46:00 GMT+5:30 in Asia/Kolkata");
  expect(said).toContain("There is no time zone");
  expect(await world.open(chat)).toEqual([]);
});

test("S0.59, S0.6: a fetch asks by default", async () => {
  const world = await gateWorld({ tools: [fetchPageTool()] });
  const chat = await world.begin({ calls: [{ name: "fetch_page", args: { url: "http://127.0.0.1/" } }] });
  const [approval] = await world.open(chat);
  expect(JSON.parse(approval?.subject_json ?? "{}")).toMatchObject({
    subject: { caption: "Fetch this page from the web?" },
  });
  await world.settle(chat, "accept");
  expect(world.lastPrompt()).toContain("inside of a private network");
});

test("E23: what finds tools is for chats, whatever it is set to", () => {
  const finder = findToolsTool(async () => "");
  expect(notForClients({ ...finder, exposure: "both" }, 5)).toBe("chat-only");
});
