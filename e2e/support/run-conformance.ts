import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { parse } from "yaml";
import type { GatewayWorld } from "./gateway-world.ts";
import { listeningAt } from "./listening.ts";

const suite = dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"));

/** How what the suite sends and hears is put in other names: whole messages, and names in headers. */
export type Renaming = {
  sent: (body: string) => string;
  heard: (answer: string) => string;
  name: (name: string) => string;
};

const same = (text: string) => text;
const unchanged: Renaming = { sent: same, heard: same, name: same };

/** The route for MCP clients behind a real server, which shows a key. */
export async function servedTo(world: GatewayWorld, { sent, heard, name }: Renaming = unchanged): Promise<string> {
  const key = await world.keyWith({ inbox: false });
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const headers = new Headers({ ...(request.headers as Record<string, string>), ...key });
      const called = headers.get("mcp-name");
      if (called !== null) headers.set("mcp-name", name(called));
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
          ...(body.length === 0 ? {} : { body: sent(body.toString()) }),
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.flushHeaders();
      if (answer.body === null) return response.end();
      // Each message is written whole.
      for await (const chunk of Readable.fromWeb(answer.body as never)) {
        response.write(heard(Buffer.from(chunk as Uint8Array).toString()));
      }
      return response.end();
    })().catch(() => response.destroy());
  });
  return (await listeningAt(server)).replace("127.0.0.1", "localhost") + "/mcp";
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

/** What a server at this address gets wrong of what a revision requires of servers that is scored, each after its scenario. */
export async function failuresAt(url: string, revision: string): Promise<string[]> {
  const checks = await checksOf(url, revision);
  return (await requiredBy(revision)).flatMap((scenario) => {
    const all = checks.get(scenario) ?? [];
    const bad = all.filter(
      ({ status, errorMessage = "" }) => ["FAILURE", "WARNING"].includes(status) && !notOurs.test(errorMessage),
    );
    if (!all.some(({ status }) => status === "SUCCESS") && bad.length === 0) return [`${scenario}: nothing checked`];
    return bad.map(({ id, errorMessage }) => `${scenario}: ${id}: ${errorMessage}`);
  });
}
