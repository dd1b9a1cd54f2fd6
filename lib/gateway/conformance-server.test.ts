import { afterAll, beforeAll, expect, test } from "vitest";
import { gatewayWorld } from "#e2e/support/gateway-world.ts";
import { failuresAt, servedTo, type Renaming } from "#e2e/support/run-conformance.ts";
import { startServer, type RunningServer } from "#e2e/support/servers/start-server.ts";

let upstream: RunningServer;
beforeAll(async () => {
  upstream = await startServer("conformance-upstream.ts");
});
afterAll(() => upstream.stop());

const noLogs = "The gateway passes on no log of a server, and offers none.";
const noSampling = "Nobody's model is lent to a server.";
const asksHere = "What a tool's server asks is a card here, not a question to the client.";
const noSubscriptions = "Changes of lists are announced, changes of one resource are not.";
const ownQuestion = "The gateway asks its clients one thing: may this call run? That is one form, or one link.";

/** What a revision requires of servers and the gateway does not do, and why. It passes everything else that is scored. */
const notDone: Record<string, Record<string, string>> = {
  "2025-11-25": {
    "logging-set-level": noLogs,
    "tools-call-with-logging": noLogs,
    "tools-call-sampling": noSampling,
    "tools-call-elicitation": asksHere,
    "elicitation-sep1034-defaults": asksHere,
    "elicitation-sep1330-enums": asksHere,
    "resources-subscribe": noSubscriptions,
    "resources-unsubscribe": noSubscriptions,
  },
  "2026-07-28": {
    "input-required-result-basic-sampling": noSampling,
    "input-required-result-basic-list-roots": ownQuestion,
    "input-required-result-multiple-input-requests": ownQuestion,
    "input-required-result-multi-round": ownQuestion,
    "input-required-result-non-tool-request": "A server that asks before it answers a reading is refused.",
    "input-required-result-capability-check": ownQuestion,
    "input-required-result-ignore-extra-params":
      "It sends an answer without the state of a question. Such an answer counts for nothing, so the gateway asks again.",
  },
};

/** Names and addresses as the suite knows them, and as the gateway gives them. */
const asOurs: Renaming = {
  sent: (body) =>
    body
      .replaceAll('"name":"test_', '"name":"up__test_')
      .replaceAll('"uri":"test://', '"uri":"countersign://up/test://')
      .replaceAll('"user_name":', '"decision":'),
  heard: (answer) =>
    answer
      .replaceAll("up__test_", "test_")
      .replaceAll("countersign://up/", "")
      .replaceAll('"inputRequests":{"decision":', '"inputRequests":{"user_name":'),
  name: (name) => name.replace(/^test_/, "up__test_").replace(/^test:/, "countersign://up/test:"),
};

test.each(Object.keys(notDone))(
  "M9: the gateway passes what MCP %s requires of servers, through to a server and back, but for what it does not do",
  async (revision) => {
    const world = await gatewayWorld({ servers: { up: { url: upstream.url, trusted: true } } });
    const failed = await failuresAt(await servedTo(world, asOurs), revision);
    const ofNotDone = (line: string) => (line.split(":")[0] ?? "") in (notDone[revision] ?? {});
    expect(failed.filter((line) => !ofNotDone(line))).toEqual([]);
    // What is done after all leaves the list.
    const names = new Set(failed.map((line) => line.split(":")[0]));
    expect(Object.keys(notDone[revision] ?? {}).filter((name) => !names.has(name))).toEqual([]);
  },
);
