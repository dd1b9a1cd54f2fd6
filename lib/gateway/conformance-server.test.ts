import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { parse } from "yaml";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { gatewayWorld, type GatewayWorld } from "#e2e/support/gateway-world.ts";
import { startServer, type RunningServer } from "#e2e/support/servers/start-server.ts";

let upstream: RunningServer;
beforeAll(async () => {
  upstream = await startServer("conformance-upstream.ts");
});
afterAll(() => upstream.stop());

const suite = dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"));

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
const asSent = (body: string) =>
  body
    .replaceAll('"name":"test_', '"name":"up__test_')
    .replaceAll('"uri":"test://', '"uri":"countersign://up/test://')
    .replaceAll('"user_name":', '"decision":');
const asKnown = (answer: string) =>
  answer
    .replaceAll("up__test_", "test_")
    .replaceAll("countersign://up/", "")
    .replaceAll('"inputRequests":{"decision":', '"inputRequests":{"user_name":');

/** Our route behind a real server, which shows a key and puts the upstream's own names in the place of ours. */
async function served(world: GatewayWorld): Promise<string> {
  const key = await world.keyWith({ inbox: false });
  const server = createServer((request, response) => {
    void (async () => {
      const sent: Buffer[] = [];
      for await (const chunk of request) sent.push(chunk as Buffer);
      const headers = new Headers({ ...(request.headers as Record<string, string>), ...key });
      const name = headers.get("mcp-name");
      if (name?.startsWith("test_")) headers.set("mcp-name", `up__${name}`);
      if (name?.startsWith("test://")) headers.set("mcp-name", `countersign://up/${name}`);
      // Another host or page stays what it is.
      const own = `localhost:${(server.address() as AddressInfo).port}`;
      for (const header of ["host", "origin"]) {
        const value = headers.get(header);
        if (value !== null) headers.set(header, value.replace(own, "127.0.0.1:3000"));
      }
      for (const hop of ["content-length", "connection"]) headers.delete(hop);
      const gone = new AbortController();
      response.on("close", () => gone.abort());
      const method = request.method ?? "GET";
      const answer = await world.handlerOf(
        method,
        "/api/mcp",
      )(
        new Request("http://127.0.0.1:3000/api/mcp", {
          method,
          headers,
          signal: gone.signal,
          ...(sent.length === 0 ? {} : { body: asSent(Buffer.concat(sent).toString()) }),
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      if (answer.body === null) return response.end();
      // Each message is written whole.
      for await (const chunk of Readable.fromWeb(answer.body as never)) {
        response.write(asKnown(Buffer.from(chunk as Uint8Array).toString()));
      }
      return response.end();
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}/mcp`;
}

type Check = { id: string; status: "SUCCESS" | "FAILURE" | "WARNING" | "INFO" | "SKIPPED"; errorMessage?: string };

/** The checks of every scenario that a revision requires of servers, by scenario. */
async function checksOf(url: string, revision: string): Promise<Map<string, Check[]>> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const args = [join(suite, "dist/index.js"), "server", "--url", url, "--requirements", revision, "-o", folder];
  // A failed check is an exit code too; the checks say more.
  await promisify(execFile)(process.execPath, args, { maxBuffer: Infinity }).catch(() => {});
  const runs = await readdir(folder);
  const checks = await Promise.all(
    runs.map(async (run): Promise<[string, Check[]]> => {
      const name = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(run)?.[1] ?? run;
      return [name, JSON.parse(await readFile(join(folder, run, "checks.json"), "utf8")) as Check[]];
    }),
  );
  await rm(folder, { recursive: true });
  return new Map(checks);
}

async function requiredBy(revision: string): Promise<string[]> {
  const { server } = parse(await readFile(join(suite, "requirements", `${revision}.yaml`), "utf8")) as {
    server: string[];
  };
  return server;
}

/** What only tools of the suite's own, or changes that they make, could show. */
const notOurs = /^Not testable|^Mutated the (tool|prompt|resource) list/;

test.each(Object.keys(notDone))(
  "M9: the gateway passes what MCP %s requires of servers, through to a server and back, but for what it does not do",
  async (revision) => {
    const world = await gatewayWorld({ servers: { up: { url: upstream.url, trusted: true } } });
    const checks = await checksOf(await served(world), revision);
    const required = await requiredBy(revision);
    const failed = required.flatMap((scenario) => {
      const all = checks.get(scenario) ?? [];
      const bad = all.filter(
        ({ status, errorMessage = "" }) => ["FAILURE", "WARNING"].includes(status) && !notOurs.test(errorMessage),
      );
      if (!all.some(({ status }) => status === "SUCCESS") && bad.length === 0) return [`${scenario}: nothing checked`];
      return bad.map(({ id, errorMessage }) => `${scenario}: ${id}: ${errorMessage}`);
    });
    const ofNotDone = (line: string) => (line.split(":")[0] ?? "") in (notDone[revision] ?? {});
    expect(failed.filter((line) => !ofNotDone(line))).toEqual([]);
    // What is done after all leaves the list.
    const names = new Set(failed.map((line) => line.split(":")[0]));
    expect(Object.keys(notDone[revision] ?? {}).filter((name) => !names.has(name))).toEqual([]);
  },
);
