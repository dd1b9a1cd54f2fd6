import type { z } from "zod";
import { parseStrictJson } from "#lib/untrusted/strict-json.ts";
import { findNul } from "./find-nul.ts";
import { problem } from "./problem.ts";

/** Limit for a caller with a session or a key. */
export const maxBodyBytes = 1024 * 1024;
/** Limit for anybody: enough for the largest of these bodies, which carries a provider's parameters. */
export const maxOpenBodyBytes = 16 * 1024;
/** Values of a body, at any depth: to read and check a million takes seconds, in which nobody else is answered. */
export const maxBodyValues = 10_000;

/** Reads a JSON body and checks it against `shape`, or says what is wrong with it. Reads no more than `most` bytes. */
export async function readBody<Body>(
  request: Request,
  shape: z.ZodType<Body>,
  most: number,
): Promise<{ body: Body } | { refused: Response }> {
  // Exactly this type: other types can be sent across sites without a preflight (THREATS B3).
  if (request.headers.get("content-type")?.toLowerCase() !== "application/json") {
    return { refused: problem("wrong-content-type", "The content type must be application/json.") };
  }
  const text = await readText(request, most);
  if (typeof text !== "string") return { refused: text };
  const json = parseStrictJson(text, most, maxBodyValues);
  if ("problem" in json) return { refused: problem("bad-request", `${json.problem}.`) };
  // In JSON it can only stand as this escape.
  const nul = text.includes("\\u0000") ? findNul(json.value) : null;
  if (nul !== null) return { refused: nulProblem({ [nul.join(".")]: "contains the character U+0000" }) };
  const parsed = shape.safeParse(json.value);
  if (!parsed.success) {
    return { refused: problem("bad-request", "The body does not have the expected shape.", fieldsOf(parsed.error)) };
  }
  return { body: parsed.data };
}

/** The answer to a text that not every store can hold, in any part of the request. */
export function nulProblem(fields?: Record<string, string>): Response {
  return problem("bad-request", "The request contains the character U+0000, which no text may.", fields);
}

/** Reads a body that is UTF-8, and no more than `most` bytes of it. */
export async function readText(request: Request, most: number): Promise<string | Response> {
  // Refused unread, where it declares its length.
  if (Number(request.headers.get("content-length") ?? 0) > most) return tooLarge(most);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > most) return tooLarge(most);
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch {
    // Only a broken body gets here; a client that leaves during a request must not fill the log (THREATS G16: bounded
    // audit growth).
    return problem("bad-request", "The body is not UTF-8 text, or it was cut off.");
  }
}

function tooLarge(most: number): Response {
  const size = most < maxBodyBytes ? `${most / 1024} KB` : `${most / 1024 / 1024} MB`;
  return problem("too-large", `The body is larger than ${size}.`);
}

/** Of a body with thousands of wrong fields the first are enough. */
const mostNamed = 20;

function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: [string, string][] = error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key): [string, string] => [[...path, key].join("."), "is not expected here"]);
    }
    return [[path.join("."), issue.message]];
  });
  return Object.fromEntries(fields.slice(0, mostNamed));
}
