import { createInterface } from "node:readline";
import { existsSync, readFileSync } from "node:fs";

/**
 * A server of the older era over stdio whose tools stand in a file, read anew at each `tools/list`. After a call of
 * `reload` it says that its list changed.
 * What stands in a file of the same name with `.md` behind it are its instructions.
 *   changing-server.ts <file with a JSON array of tools>
 */
const [, , file = ""] = process.argv;

type Message = { id?: string | number; method?: string; params?: { name?: string; arguments?: unknown } };

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function answer(id: string | number | undefined, text: string): void {
  send({ id, result: { content: [{ type: "text", text }] } });
}

const initialized = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: "changing", version: "1" },
  ...(existsSync(`${file}.md`) && { instructions: readFileSync(`${file}.md`, "utf8") }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  // What our own client sends.
  const { id, method, params } = JSON.parse(line) as Message;
  if (method === "initialize") send({ id, result: initialized });
  else if (method === "tools/list") send({ id, result: { tools: JSON.parse(readFileSync(file, "utf8")) as unknown } });
  else if (method === "ping") send({ id, result: {} });
  else if (method === "tools/call" && params?.name === "reload") {
    send({ method: "notifications/tools/list_changed" });
    answer(id, "reloaded");
  } else if (method === "tools/call") answer(id, `${params?.name} ran`);
});
