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
import { expect, onTestFinished, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gatewayWorld, type GatewayWorld } from "#e2e/support/gateway-world.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";

/** What the suite requires of a server that offers tools, and neither resources, prompts nor questions of its own. */
const ofTools = ["simple-text", "image", "audio", "embedded-resource", "mixed-content", "error", "with-progress"];
const scenarios = [
  ...["server-initialize", "ping", "tools-list", ...ofTools.map((name) => `tools-call-${name}`)].map(
    (scenario) => ["2025-11-25", scenario] as const,
  ),
  ...[
    "server-stateless",
    "tools-list",
    "server-sse-multiple-streams",
    ...ofTools.map((name) => `tools-call-${name}`),
  ].map((scenario) => ["2026-07-28", scenario] as const),
];

const text = { type: "text", text: "This is a simple text response for testing." };
const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
const audio = { type: "audio", data: "UklGRg==", mimeType: "audio/wav" };
const resource = {
  type: "resource",
  resource: { uri: "test://embedded-resource", mimeType: "text/plain", text: "This is an embedded resource content." },
};
const contents: Record<string, JsonObject[]> = {
  test_simple_text: [text],
  test_image_content: [image],
  test_audio_content: [audio],
  test_embedded_resource: [resource],
  test_multiple_content_types: [text, image, resource],
};

function fixtures() {
  const flag = "never" as const;
  const plain = Object.entries(contents).map(([name, content]) =>
    fakeTool(name, {
      flag,
      act: () => ({ kind: "result", result: { content, structuredContent: null, isError: false } }),
    }),
  );
  const failing = fakeTool("test_error_handling", {
    flag,
    act: () => ({
      kind: "result",
      result: {
        content: [{ type: "text", text: "This tool intentionally returns an error for testing" }],
        structuredContent: null,
        isError: true,
      },
    }),
  });
  const slow = fakeTool("test_tool_with_progress", {
    flag,
    act: async ({ onProgress }) => {
      for (const progress of [0, 50, 100]) {
        onProgress({ progress, total: 100, message: null });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return { kind: "result", result: { content: [text], structuredContent: null, isError: false } };
    },
  });
  return [...plain, failing, slow];
}

/** Our routes behind a real server, which shows a key and takes the server's name off the tools, as the suite knows them. */
async function served(world: GatewayWorld): Promise<string> {
  const key = await world.keyWith();
  const server = createServer((request, response) => {
    void (async () => {
      const sent: Buffer[] = [];
      for await (const chunk of request) sent.push(chunk as Buffer);
      const body = Buffer.concat(sent).toString().replaceAll('"name":"test_', '"name":"srv__test_');
      const headers = new Headers({ ...(request.headers as Record<string, string>), ...key });
      const name = headers.get("mcp-name");
      if (name?.startsWith("test_")) headers.set("mcp-name", `srv__${name}`);
      for (const own of ["host", "content-length", "connection"]) headers.delete(own);
      const gone = new AbortController();
      response.on("close", () => gone.abort());
      const answer = await world.fetch("http://127.0.0.1:3000/api/mcp", {
        method: request.method ?? "GET",
        headers,
        signal: gone.signal,
        ...(sent.length === 0 ? {} : { body }),
      });
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      if (answer.body === null) return response.end();
      for await (const chunk of Readable.fromWeb(answer.body as never)) {
        response.write(
          Buffer.from(chunk as Uint8Array)
            .toString()
            .replaceAll("srv__", ""),
        );
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

const suite = join(
  dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")),
  "dist/index.js",
);

type Check = { id: string; status: "SUCCESS" | "FAILURE" | "WARNING" | "INFO" | "SKIPPED"; errorMessage?: string };

async function checksOf(url: string, revision: string, scenario: string): Promise<Check[]> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const args = ["server", "--url", url, "--scenario", scenario, "--spec-version", revision, "-o", folder];
  // A failed check is an exit code too; the checks say more.
  const output = await promisify(execFile)(process.execPath, [suite, ...args]).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout, stderr }),
  );
  const [run] = await readdir(folder);
  if (run === undefined) throw new Error(`The suite did not run: ${output.stdout}${output.stderr}`);
  const checks = JSON.parse(await readFile(join(folder, run, "checks.json"), "utf8")) as Check[];
  await rm(folder, { recursive: true });
  return checks;
}

/** What only tools of the suite's own, or changes that they make, could show. */
const notOurs = /^Not testable|^Mutated the (tool|prompt|resource) list/;

test("M9: the gateway passes the MCP conformance suite's scenarios of tools, in both eras", async () => {
  const url = await served(await gatewayWorld({ tools: fixtures() }));
  const failed: string[] = [];
  const left = scenarios.values();
  const work = async () => {
    for (const [revision, scenario] of left) {
      const checks = await checksOf(url, revision, scenario);
      if (!checks.some(({ status }) => status === "SUCCESS"))
        failed.push(`${revision} ${scenario}: nothing was checked`);
      for (const { id, status, errorMessage = "" } of checks) {
        if (status !== "FAILURE" && status !== "WARNING") continue;
        if (!notOurs.test(errorMessage)) failed.push(`${revision} ${scenario}: ${status} ${id}: ${errorMessage}`);
      }
    }
  };
  await Promise.all([work(), work(), work()]);
  expect(failed).toEqual([]);
});
