import { csvHeader, csvLine, jsonLine } from "#lib/audit/csv-line.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

const types = { jsonl: "application/jsonl; charset=utf-8", csv: "text/csv; charset=utf-8; header=present" };

/** The whole sealed trail as a file; `npm run audit -- verify <file>` checks one in JSON Lines without the store. */
export const GET = guard(
  {
    scope: "audit:read",
    may: "export-audit",
    summary: "Export the sealed audit trail",
    replies: { 200: { says: "JSON Lines, or CSV with format=csv", type: "application/jsonl" } },
  },
  ({ query }) => {
    const format = query.get("format") ?? "jsonl";
    if (format !== "jsonl" && format !== "csv") {
      return problem("bad-request", "The trail is exported as jsonl or csv.", { format: "is neither jsonl nor csv" });
    }
    const headers = {
      "content-type": types[format],
      "content-disposition": `attachment; filename="countersign-audit.${format}"`,
    };
    return new Response(linesOf(format), { headers });
  },
);

function linesOf(format: "jsonl" | "csv"): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const records = services().audit.sealed();
  let isFirst = true;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      let lines = isFirst && format === "csv" ? csvHeader : "";
      isFirst = false;
      let ended = false;
      // A stream is not pulled again before it gets something, and a signature has no line in CSV.
      while (lines === "" && !ended) {
        const { done, value } = await records.next();
        ended = done === true;
        if (!done) lines += format === "csv" ? csvLine(value) : jsonLine(value);
      }
      if (lines !== "") controller.enqueue(encoder.encode(lines));
      if (ended) controller.close();
    },
    cancel: async () => {
      await records.return(undefined);
    },
  });
}
