import { expect, test } from "vitest";
import type { InspectedServer } from "#lib/mcp/servers/inspected-server.ts";
import type { ToolReviewRow } from "#lib/store/schema/schema.ts";
import { SeenDefinitions } from "./seen-definitions.ts";

type Review = { fingerprint: string | null; waiting_fingerprint: string | null };

/** One process that looks at one tool of one server; `review` is what is on record of it. */
function looking() {
  const on = { review: null as Review | null, nowMs: 0 };
  // Only these two members are read.
  const force = { reviewOf: () => on.review as ToolReviewRow | null };
  const seen = new SeenDefinitions(force, () => on.nowMs);
  const isNews = (fingerprint: string) => {
    const definition = { name: "list", fingerprint };
    const tools = [{ definition, accepted: on.review?.fingerprint === fingerprint }];
    const server = { config: { id: "shop" }, tools, apps: [], instructions: null } as unknown as InspectedServer;
    const news = seen.isNews(server);
    seen.looked(server);
    return news;
  };
  return { on, isNews };
}

test("G16: what another process took off the record is put there again after a while, and what is there stays", () => {
  const { on, isNews } = looking();
  expect(isNews("mine")).toBe(true);
  on.review = { fingerprint: null, waiting_fingerprint: "mine" };
  expect(isNews("mine")).toBe(false);
  on.review = { fingerprint: null, waiting_fingerprint: "theirs" };
  expect([isNews("mine"), isNews("mine")]).toEqual([false, false]);
  on.nowMs = 10 * 60_000;
  expect([isNews("mine"), isNews("mine")]).toEqual([true, false]);
  // The server itself says something else, or a person decided.
  expect(isNews("newer")).toBe(true);
  on.review = { fingerprint: "theirs", waiting_fingerprint: null };
  expect(isNews("newer")).toBe(true);
});

test("E1: only a process that saw a change go, or that has just started, ends its wait", () => {
  const { on, isNews } = looking();
  on.review = { fingerprint: "mine", waiting_fingerprint: null };
  expect(isNews("mine")).toBe(false);
  on.review = { fingerprint: "mine", waiting_fingerprint: "theirs" };
  on.nowMs = 60 * 60_000;
  expect(isNews("mine")).toBe(false);
  expect(isNews("newer")).toBe(true);
  expect(isNews("mine")).toBe(true);
  const started = looking();
  started.on.review = on.review;
  expect(started.isNews("mine")).toBe(true);
});
