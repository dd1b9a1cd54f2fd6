import { z } from "zod";
import { ChainVerifier, type ChainState } from "./chain.ts";

const text = z.string().nullable();
const shape = z.strictObject({
  position: z.int(),
  hash: z.string(),
  seq: z.int(),
  at: z.int(),
  kind: z.string(),
  person: text,
  chat: text,
  run: text,
  call: text,
  approval: text,
  detail: z.string(),
});

/** Checks an export in JSON Lines, without any store. `problem` names the first line that is not as it was sealed. */
export async function verifyExport(
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<{ problem: string | null; head: ChainState }> {
  const verifier = new ChainVerifier();
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line === "") continue;
    const record = parse(line);
    const problem = record === null ? "It is no record of an audit export." : verifier.next(record, record);
    if (problem !== null) return { problem: `Line ${number}: ${problem}`, head: verifier.head };
  }
  return { problem: null, head: verifier.head };
}

function parse(line: string) {
  try {
    return shape.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
