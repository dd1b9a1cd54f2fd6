import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listeningAt } from "#e2e/support/listening.ts";
import { ask } from "./ask.ts";

test("S0.53: a number that JSON cannot hold is a no, and nobody is asked about null in its place", async () => {
  let asked = 0;
  const url = await listeningAt(
    createServer((_request, response) => {
      asked += 1;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: "1", decision: "allow", reason: "" }));
    }),
  );
  const decided = (args: string) => ask({ agent: "bot", tool: "pay", arguments: JSON.parse(args) }, { url, key: "k" });
  expect(await decided('{"amount": 1}')).toMatchObject({ decision: "allow" });
  expect(await decided('{"to": {"amount": [1e999]}}')).toMatchObject({ decision: "deny" });
  expect(asked).toBe(1);
});
