import { appendFileSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/server";
import type { Listing } from "../listing.ts";
import { serveMcp } from "./serve-mcp.ts";

/**
 * A server of both protocol eras whose tool list is what a file says at that moment. What is asked of it and what runs is
 * one line each in a second file. A call of `announce` says that the list changed.
 *   listing-server.ts [--http <port>] <list file> <log file> ["quiet"]
 */
const [listFile = "", logFile = "", manner] = process.argv.slice(process.argv[2] === "--http" ? 4 : 2);
let hasAnnounced = false;
const listing = () => {
  const { onAnnounced, ...said } = JSON.parse(readFileSync(listFile, "utf8")) as Listing;
  return hasAnnounced ? { ...said, ...onAnnounced } : said;
};
const note = (line: string) => appendFileSync(logFile, `${line}\n`);

function build(): McpServer {
  const server = new McpServer(
    { name: "listing", version: "1.0.0" },
    { capabilities: { tools: { listChanged: manner !== "quiet" } } },
  );
  server.server.setRequestHandler("tools/list", async () => {
    note("list");
    while (listing().answers === "never") await delay(10);
    const { tools, answers, ttlMs } = listing();
    if (answers === "error") throw new Error("The list is broken.");
    return { tools, ...(ttlMs !== undefined && { ttlMs }) };
  });
  server.server.setRequestHandler("tools/call", async ({ params: { name } }) => {
    note(`ran ${name}`);
    if (name === "announce") {
      hasAnnounced = true;
      await server.server.sendToolListChanged();
      web?.notify.toolsChanged();
    }
    return { content: [{ type: "text", text: `${name} ran` }] };
  });
  return server;
}

note("started");
if (listing().starts === "fails") throw new Error("It cannot start.");
while (listing().starts === "late") await delay(10);
const web = await serveMcp(build, process.argv.slice(2));
