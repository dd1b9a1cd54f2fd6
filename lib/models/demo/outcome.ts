import { isJsonObject } from "#lib/untrusted/json.ts";
import type { PastCall } from "./conversation.ts";

/**
 * The outcome of a call, as far as its result tells. `done` needs evidence; `answered`: the result says neither.
 * `notRun`: a person, a rule or a clock stopped the call, or it never got through.
 */
export type CallOutcome = {
  kind: "done" | "answered" | "failed" | "not-run" | "unknown";
  /** The tool's or the application's own words. */
  text: string;
  /** What the application added: that a person edited the call, or wrote a note. */
  remarks: string[];
};

/** `proof`: the start of the result of a call that succeeded. */
export function outcomeOf(output: PastCall["output"], proof: RegExp | null): CallOutcome {
  if (output === null) return { kind: "unknown", text: "There is no result for this call.", remarks: [] };
  const { said, failed } = read(output);
  const { text, remarks } = withoutRemarks(said);
  if (!text.startsWith(errorHead)) return { kind: kindOf(text, failed, proof), text, remarks };
  const problem = text.slice(errorHead.length);
  return { kind: kindOf(problem, true, proof), text: problem, remarks };
}

function kindOf(text: string, failed: boolean | null, proof: RegExp | null): CallOutcome["kind"] {
  if (unknown.test(text)) return "unknown";
  if (notRun.test(text)) return "not-run";
  if (failed === true || failure.test(text)) return "failed";
  return failed === false || proof?.test(text) ? "done" : "answered";
}

/** The start of the text that the application writes around a tool's own error. */
const errorHead = "The tool reported an error: ";

// Refusals of the application and of the workspace server. Only starts of texts: a file may contain such words.
const notRun =
  /^(?:This tool call was not run|Tool \S.{0,200} was not run|Tool execution (?:was )?denied|Command was rejected by the user|Elicitation is not available|The person (?:declined|dismissed)|The user (?:declined|rejected|dismissed))/i;
const unknown = /^(?:It is unknown whether|This tool call did not finish|There is no result)/;
const failure =
  /^(?:error|failed|cannot|could not|nothing was|no table was booked|there is no|'.*' (?:ended with exit code (?!0\b)|was ended by|was stopped|could not be stopped|was not run|was confirmed but not run|does not|is not a|is a folder|is outside|is too long|needs a folder))/i;

/** `failed` is null where the result does not say. */
function read(output: NonNullable<PastCall["output"]>): { said: string; failed: boolean | null } {
  switch (output.type) {
    case "text":
      return { said: output.value, failed: null };
    case "error-text":
      return { said: output.value, failed: true };
    case "execution-denied":
      return { said: output.reason ?? "This tool call was not run: it was denied.", failed: true };
    case "error-json":
      return { said: JSON.stringify(output.value), failed: true };
    case "json":
      return readMcpResult(output.value);
    case "content":
      return {
        said: output.value.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n"),
        failed: null,
      };
  }
}

/** A result in MCP's shape, or any other JSON unchanged. */
function readMcpResult(value: unknown): { said: string; failed: boolean | null } {
  if (!isJsonObject(value) || !Array.isArray(value["content"])) return { said: JSON.stringify(value), failed: null };
  const texts = value["content"].map((block) => {
    if (isJsonObject(block) && typeof block["text"] === "string") return block["text"];
    return JSON.stringify(block);
  });
  const remark = typeof value["remark"] === "string" ? [value["remark"]] : [];
  return { said: [...remark, ...texts].join("\n"), failed: value["isError"] === true };
}

const remark = /^The user(?: \([^\n]*?\))? (?:changed the arguments before approving|approved with this note)/;

function withoutRemarks(said: string): { text: string; remarks: string[] } {
  const lines = said.split("\n");
  const remarks: string[] = [];
  while (remark.test(lines[0] ?? "")) {
    remarks.push(lines.shift() ?? "");
    while (lines[0]?.trim() === "") lines.shift();
  }
  return { text: lines.join("\n").trim(), remarks };
}
