import { expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
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
  for (const status of [200, 404, 409, 500]) refused({ method: "GET", url }, status);
  clock = 60_000;
  refused({ method: "POST", url }, 401);
  expect(lines).toHaveLength(2);
  expect(lines.join("").length).toBeLessThan(600);
  expect(lines.join("")).not.toContain("secret");
  expect(JSON.parse(lines[1]!)).toMatchObject({ event: "requests.refused", status: 401, method: "POST", more: 999 });
  const { text } = await metrics.text();
  expect(text).toContain('countersign_refused_requests_total{status="401"} 751');
  expect(text).toContain('countersign_refused_requests_total{status="403"} 250');
});
