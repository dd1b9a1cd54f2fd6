import { createServer, type ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { freePort } from "#e2e/support/free-port.ts";
import { listeningAt } from "#e2e/support/listening.ts";
import { nearbyServers } from "./nearby-servers.ts";

/** A server of this machine that answers everything so. */
async function answering(name: string, answer: (response: ServerResponse) => void) {
  const asked: (string | undefined)[] = [];
  const http = createServer((request, response) => {
    asked.push(request.url);
    answer(response);
  });
  return { name, address: `${await listeningAt(http)}/v1`, asked };
}

test("K12: those that answer with a list of models are found, by one look for all who ask at once", async () => {
  const models = await answering("Ollama", (response) => response.end('{"data":[{"id":"a"},{"id":"b"}]}'));
  const page = await answering("a page", (response) => response.end("<p>It works!</p>"));
  const endless = await answering("endless", (response) => response.end(`{"data":["${"x".repeat(300_000)}"]}`));
  const away = { name: "away", address: `http://127.0.0.1:${await freePort()}/v1` };
  const places = { among: [page, models, endless, away], timeoutMs: 60_000 };
  const found = { name: "Ollama", address: models.address, models: 2 };
  expect(await Promise.all([nearbyServers(places), nearbyServers(places)])).toEqual([[found], [found]]);
  expect(models.asked).toEqual(["/v1/models"]);
});

test("K12: one that says nothing is not waited for", async () => {
  const silent = await answering("silent", () => {});
  expect(await nearbyServers({ among: [silent], timeoutMs: 50 })).toEqual([]);
});
