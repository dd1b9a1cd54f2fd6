import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { modelEndpoint } from "./model-endpoint.ts";
import type { Step } from "./model-script.ts";

/**
 * The scripted model as a process of its own:
 *
 *   node e2e/support/model-endpoint-process.ts script.json [--port 4010] [--repeat]
 *
 * The file holds a JSON array of steps. Prints one line, `{"url": "http://127.0.0.1:…/v1"}`, when it listens.
 * A line on standard input opens the gate of that name; SIGTERM ends it, with code 1 if `verify` complains.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { port: { type: "string", default: "0" }, repeat: { type: "boolean", default: false } },
});
const [file] = positionals;
if (file === undefined) throw new Error("Name the script: model-endpoint-process.ts script.json");
// A script is written by the same hands as the test that starts it.
const script = JSON.parse(await readFile(file, "utf8")) as Step[];
const endpoint = await modelEndpoint({ script, port: Number(values.port), repeat: values.repeat });

process.stdin.setEncoding("utf8");
process.stdin.on("data", (lines: string) => {
  for (const gate of lines.split("\n")) if (gate.trim() !== "") endpoint.open(gate.trim());
});
process.once("SIGTERM", () => {
  endpoint.close().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(String(error));
      process.exit(1);
    },
  );
});
console.log(JSON.stringify({ url: endpoint.url }));
