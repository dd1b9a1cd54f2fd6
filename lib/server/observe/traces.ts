import { createHash, randomBytes } from "node:crypto";
import { ROOT_CONTEXT, trace, TraceFlags, type Attributes } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider, type IdGenerator } from "@opentelemetry/sdk-trace-node";
import type { WorkSpan } from "#lib/gate/contract/observer.ts";
import type { Recorded } from "#lib/store/engine/recorded.ts";

/** Sends spans to a collector. They carry ids and the names of tools and models, never arguments. */
export type Traces = {
  took: (span: WorkSpan) => void;
  /** People's answers: a span from the opening of the question to its answer. */
  record: (rows: readonly Recorded[]) => void;
  /** Sends the remaining spans; gives up after a few seconds. */
  close: () => Promise<void>;
};

/**
 * One trace for each run, over all processes and any time that people take: the trace id is derived from the run's id.
 * `endpoint` is the collector's base address, as in OTEL_EXPORTER_OTLP_ENDPOINT.
 */
export function tracesTo({ endpoint, processId }: { endpoint: string; processId: string }): Traces {
  const ids = new RunIds();
  const url = `${endpoint.replace(/\/$/, "")}/v1/traces`;
  const about = resourceFromAttributes({ "service.name": "countersign", "service.instance.id": processId });
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(about),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: 5_000 }))],
  });
  const tracer = provider.getTracer("countersign");
  /** Parent spans of the present work on a run, written only when they end. */
  const working = new Map<string, string>();

  const write = (name: string, { runId, ms, attributes }: { runId: string; ms: number; attributes: Attributes }) => {
    const [startTime, endTime] = [new Date(Date.now() - ms), new Date()];
    const own = name === "run" ? spanOf(runId) : randomSpanId();
    const parent = name === "run" ? undefined : working.get(runId);
    const traceId = traceIdOf(runId);
    ids.next = { traceId, spanId: own };
    const under =
      parent === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parent, traceFlags: TraceFlags.SAMPLED });
    tracer.startSpan(name, { startTime, attributes }, under).end(endTime);
    if (name === "run") working.delete(runId);
  };
  const spanOf = (runId: string) => {
    const known = working.get(runId) ?? randomSpanId();
    working.set(runId, known);
    return known;
  };
  return {
    took: ({ what, runId, chatId, callId, name, ms }) => {
      spanOf(runId);
      const kind = what === "execute" ? "gen_ai.tool.name" : "gen_ai.request.model";
      const attributes = {
        "countersign.run": runId,
        "countersign.chat": chatId,
        ...(callId === undefined ? {} : { "countersign.call": callId }),
        ...(name === undefined ? {} : { [kind]: name }),
      };
      write(what, { runId, ms, attributes });
    },
    record: (rows) => {
      for (const { scope, event } of rows) {
        const { runId, chatId = "", callId = "", approvalId = "" } = scope;
        if (event.kind !== "approval-decided" || runId === undefined) continue;
        const attributes = {
          "countersign.run": runId,
          "countersign.chat": chatId,
          "countersign.call": callId,
          "countersign.approval": approvalId,
          "countersign.action": event.action,
          "countersign.via": event.via,
        };
        write("ask", { runId, ms: event.afterMs ?? 0, attributes });
      }
    },
    close: () => provider.shutdown(),
  };
}

/** Gives the next span the ids that were chosen for it. */
class RunIds implements IdGenerator {
  next: { traceId: string; spanId: string } | null = null;
  generateTraceId = (): string => this.next?.traceId ?? randomBytes(16).toString("hex");
  generateSpanId = (): string => this.next?.spanId ?? randomSpanId();
}

function traceIdOf(runId: string): string {
  return createHash("sha256").update(runId).digest("hex").slice(0, 32);
}

function randomSpanId(): string {
  return randomBytes(8).toString("hex");
}
