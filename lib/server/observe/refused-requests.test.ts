import { expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { guardOpen } from "#lib/server/api/guard.ts";
import { KnownCallers } from "#lib/server/api/known-callers.ts";
import { installServices, type Services } from "#lib/server/api/services.ts";
import { accessOf } from "#lib/server/settings/access.ts";
import { NoTurn } from "#lib/store/engine/fair-turns.ts";
import { logger } from "./log.ts";
import { metricsOf } from "./metrics.ts";
import { refusedRequests } from "./refused-requests.ts";

test("S0.42, G16: refused requests are counted, and each minute of them is one line of the log", async () => {
  const metrics = metricsOf(await openTestDatabase());
  const lines: string[] = [];
  const log = logger("warn", (line) => lines.push(line));
  let clock = 0;
  const refused = refusedRequests({ count: metrics.refused, log, clock: () => clock });
  const url = `http://127.0.0.1:3000/api/chat/${"x".repeat(5_000)}?key=secret`;
  for (let each = 0; each < 1_000; each += 1) refused({ method: "GET", url }, each % 4 === 0 ? 403 : 401);
  for (const status of [200, 404, 409, 500, 429]) refused({ method: "GET", url }, status);
  clock = 60_000;
  refused({ method: "POST", url }, 503);
  expect(lines).toHaveLength(2);
  expect(lines.join("").length).toBeLessThan(600);
  expect(lines.join("")).not.toContain("secret");
  expect(JSON.parse(lines[1]!)).toMatchObject({ event: "requests.refused", status: 503, method: "POST", more: 999 });
  const { text } = await metrics.text();
  expect(text).toContain('countersign_refused_requests_total{status="401"} 750');
  expect(text).toContain('countersign_refused_requests_total{status="403"} 250');
  expect(text).toContain('countersign_refused_requests_total{status="503"} 1');
});

test("G16, G23: a flood that the store has no turn for is counted among the refused, and is one line of the log", async () => {
  const lines: string[] = [];
  const log = logger("warn", (line) => lines.push(line));
  const counted: number[] = [];
  const refused = refusedRequests({ count: (status) => counted.push(status), log });
  const access = accessOf({ host: "127.0.0.1", port: 3000, publicOrigin: null });
  // The guard of an open route uses these services and no other.
  installServices({ access, callers: new KnownCallers({ port: 3000 }), log, refused } as unknown as Services);
  const route = guardOpen({}, () => Promise.reject(new NoTurn("All connections are in use.")));
  const asked = () => new Request("http://127.0.0.1:3000/api/x", { headers: { host: "127.0.0.1:3000" } });
  for (let each = 0; each < 3; each += 1)
    expect((await route(asked(), { params: Promise.resolve({}) })).status).toBe(503);
  expect(counted).toEqual([503, 503, 503]);
  expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ event: "requests.refused" })]);
});
