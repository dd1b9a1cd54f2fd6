import { setImmediate as immediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { everyRoute } from "#lib/server/api/every-route.ts";
import { apiRoutes, findRoutes, routeFiles } from "./api-routes.ts";

test("every handler of the API is found in the text of its file, and nothing else", async () => {
  const found = (await everyRoute()).map(({ method, path }) => `${method} ${path}`);
  const listed = apiRoutes().flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`));
  expect(listed.toSorted()).toEqual(found.toSorted());
});

test("an address is found by its parts, what is written out before what may be anything", () => {
  const find = findRoutes();
  expect(find("/api/approvals")?.methods).toEqual(["GET", "HEAD", "OPTIONS"]);
  expect(find("/api/approvals/a%2Fb/approve")).toMatchObject({ methods: ["POST", "OPTIONS"], params: { id: "a/b" } });
  expect(find("/api/chat/elicitation")?.methods).toEqual(["POST", "OPTIONS"]);
  expect(find("/api/chat/elicitation2")).toMatchObject({ params: { id: "elicitation2" } });
  for (const none of ["/api/", "/api/nothing", "/api/approvals/", "/api/approvals/a/b", "/api/openapiXjson"]) {
    expect(find(none), none).toBeNull();
  }
});

test("G8: others have their turns while all handlers are loaded, for which anybody may ask", async () => {
  let [rounds, isOver] = [0, false];
  const loading = everyRoute(async () => ({})).finally(() => (isOver = true));
  for (; !isOver; rounds += 1) await immediate();
  await loading;
  expect(rounds).toBeGreaterThanOrEqual(routeFiles().length);
});
