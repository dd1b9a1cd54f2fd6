import { expect, test } from "vitest";
import { everyRoute } from "#lib/server/api/every-route.ts";
import { apiRoutes, methodsOfRoutes } from "./api-routes.ts";

test("every handler of the API is found in the text of its file, and nothing else", async () => {
  const found = (await everyRoute()).map(({ method, path }) => `${method} ${path}`);
  const listed = apiRoutes().flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`));
  expect(listed.toSorted()).toEqual(found.toSorted());
});

test("an address is found by its parts, what is written out before what may be anything", () => {
  const methodsOf = methodsOfRoutes();
  expect(methodsOf("/api/approvals")).toEqual(["GET", "HEAD", "OPTIONS"]);
  expect(methodsOf("/api/approvals/a%2Fb/approve")).toEqual(["POST", "OPTIONS"]);
  expect(methodsOf("/api/chat/elicitation")).toEqual(["POST", "OPTIONS"]);
  expect(methodsOf("/api/chat/elicitation2")).toContain("PATCH");
  for (const none of ["/api/", "/api/nothing", "/api/approvals/", "/api/approvals/a/b", "/api/openapiXjson"]) {
    expect(methodsOf(none), none).toBeNull();
  }
});
