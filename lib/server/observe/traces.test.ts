import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { restOf, sayByRoute } from "#e2e/support/ask-by-route.ts";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { until } from "#e2e/support/gate-world.ts";
import { routesWorld } from "#e2e/support/routes-world.ts";

type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string } }[];
};
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

/** A collector that keeps what it is sent. */
async function collector(answers = 200) {
  const received: { path: string | undefined; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      received.push({ path: request.url, body });
      response.writeHead(answers, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received };
}

function spansIn(received: { body: string }[]): Span[] {
  return received
    .flatMap(({ body }) => (JSON.parse(body) as Export).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

test("a run is one trace, from the model's step over the wait for a person to what ran, without arguments", async () => {
  const { url, received } = await collector();
  const pay = fakeTool("pay", { flag: "always" });
  const app = await routesWorld({ tools: [pay], variables: { OTEL_EXPORTER_OTLP_ENDPOINT: url } });
  const args = { secret: "sesame-4711" };
  const { chat, open } = await sayByRoute(app, [{ calls: [{ name: "srv__pay", args }] }]);
  const headers = app.asPerson();
  await app.call("POST", `/api/approvals/${open[0]}/approve`, { body: { note: "sesame-note" }, headers });
  await restOf(app, chat);
  await until(() => pay.ran.length === 1, "the call");
  await app.close();
  const spans = spansIn(received);
  expect(received.map(({ path }) => path)).toContain("/v1/traces");
  expect(new Set(spans.map(({ name }) => name))).toEqual(new Set(["run", "model-step", "tool-call", "ask", "execute"]));
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  const run = spans.find(({ name }) => name === "run");
  const inside = spans.filter(({ name }) => name === "model-step" || name === "execute" || name === "tool-call");
  expect(run?.parentSpanId ?? "").toBe("");
  expect(inside.map(({ parentSpanId }) => parentSpanId)).toEqual(inside.map(() => run?.spanId));
  for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
  }
  const attribute = (name: string, key: string) =>
    spans.find((span) => span.name === name)?.attributes.find((each) => each.key === key)?.value.stringValue;
  expect(attribute("ask", "countersign.approval")).toBe(open[0]);
  expect(attribute("ask", "countersign.action")).toBe("accept");
  expect(attribute("execute", "gen_ai.tool.name")).toBe("srv__pay");
  expect(attribute("run", "countersign.chat")).toBe(chat);
  expect(JSON.stringify(received)).not.toContain("sesame");
});

test("I4: a collector that is down or refuses disturbs nothing", async () => {
  const { url } = await collector(503);
  const closing: Promise<void>[] = [];
  for (const endpoint of [url, "http://127.0.0.1:9"]) {
    const look = fakeTool("look", { flag: "never" });
    const app = await routesWorld({ tools: [look], variables: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
    const { chat } = await sayByRoute(app, [{ calls: [{ name: "srv__look" }] }]);
    await restOf(app, chat);
    expect(look.ran).toHaveLength(1);
    // Each tries for some seconds to bring what is left.
    closing.push(app.close());
  }
  await Promise.all(closing);
});
