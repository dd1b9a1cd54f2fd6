import path from "node:path";
import { z } from "zod";
import { isSigned, parseHead, type SignedHead } from "#lib/audit/head.ts";
import type { KeptSeal } from "#lib/audit/trail-check.ts";
import { safePost, type SafePost } from "#lib/notify/safe-post.ts";
import { idOfAddress, type AuditSettings } from "#lib/server/settings/audit-settings.ts";
import type { Log } from "#lib/server/observe/log.ts";
import { parseStrictJson } from "#lib/untrusted/strict-json.ts";
import { appendLine } from "#lib/server/settings/append-line.ts";
import { isMissing, openRegular } from "#lib/server/settings/open-regular.ts";
import { certificatesIn, checkToken, stampRequest, stampToken } from "./stamp-request.ts";

/** The file of time stamps, beside that of the last head: outside of the store, and easy to copy. */
export function stampFile(dataDir: string): string {
  return path.join(dataDir, "audit-stamps.jsonl");
}

/** A line of that file: a head, and an authority's stamp of when it existed. */
type Stamp = {
  v: 1;
  type: "stamp";
  head: SignedHead;
  /** When the stamp was requested, by our clock, in Unix milliseconds; what counts is the time in the token. */
  at: number;
  /** The authority, by `idOfAddress`. */
  by: string;
  /** The TimeStampToken, base64. */
  token: string;
};

const shape = z.strictObject({
  v: z.literal(1),
  type: z.literal("stamp"),
  head: z
    .unknown()
    .transform(parseHead)
    .pipe(z.custom<SignedHead>((head) => head !== null)),
  at: z.int(),
  by: z.string(),
  token: z.base64(),
});

/** The head as one line of a file of heads, without the line end. */
export function bytesOfHead(head: SignedHead): Buffer {
  return Buffer.from(JSON.stringify(head));
}

const minute = 60_000;
/** Upper bound of an answer; a token with its certificates has about five thousand bytes. */
const mostBytes = 64 * 1024;
/** Enough for many more lines than the authorities have. */
const tailBytes = 1024 * 1024;

export type Stamper = {
  /** Has a head stamped where a stamp is due; resolves after the attempt. Never rejects. */
  offer: (head: SignedHead) => Promise<void>;
  /** Has the last head stamped, unless the authority is away; resolves when no request is open any more. */
  stop: () => Promise<void>;
};

type Options = {
  settings: AuditSettings;
  dataDir: string;
  /** Whether an authority may be in a private network. */
  mayBePrivate: boolean;
  log: Pick<Log, "warn">;
  now?: () => number;
  timeoutMs?: number;
};

/** Has heads stamped by each authority, no more often than the operator set, and less often while it is away. */
export function startStamper({
  settings: { stamps },
  dataDir,
  mayBePrivate,
  log,
  now = Date.now,
  timeoutMs = 10_000,
}: Options): Stamper {
  const file = stampFile(dataDir);
  const { ask, close } = safePost({ mayBePrivate, mayBePlain: true, timeoutMs });
  const authorities = stamps.authorities.map((address) => new Authority(address, { file, ask, log, now }));
  let last: SignedHead | null = null;
  return {
    offer: async (head) => {
      last = head;
      await Promise.all(authorities.map((authority) => authority.stamp(head, stamps.everyMs)));
    },
    stop: async () => {
      const ended = Promise.all(authorities.map((authority) => authority.end(last, Math.min(stamps.everyMs, minute))));
      // The time limit for all requests at the end of the app.
      const timer = setTimeout(() => void close(), timeoutMs / 2);
      await ended;
      clearTimeout(timer);
      await close();
    },
  };
}

type LastStamp = Pick<Stamp, "at"> & Pick<SignedHead, "signature">;

type Deps = { file: string; ask: SafePost["ask"]; log: Pick<Log, "warn">; now: () => number };

class Authority {
  readonly #address: string;
  readonly #id: string;
  readonly #deps: Deps;
  #last: LastStamp | null | undefined;
  #failures = 0;
  #notBefore = 0;
  #going: Promise<void> | null = null;

  constructor(address: string, deps: Deps) {
    this.#address = address;
    this.#id = idOfAddress(address);
    this.#deps = deps;
  }

  stamp(head: SignedHead, everyMs: number): Promise<void> {
    this.#going ??= this.#stampWhereDue(head, everyMs).finally(() => (this.#going = null));
    return this.#going;
  }

  async end(head: SignedHead | null, everyMs: number): Promise<void> {
    await this.#going;
    if (head !== null && this.#failures === 0) await this.stamp(head, everyMs);
  }

  async #stampWhereDue(head: SignedHead, everyMs: number): Promise<void> {
    const { file, log, now } = this.#deps;
    if (now() < this.#notBefore) return;
    try {
      // A stamp from before the app's start counts too.
      if (this.#last === undefined) this.#last = await lastStampOf(file, this.#id);
      if (this.#last !== null && isFresh(this.#last, head, now() - everyMs, now())) return;
      this.#last = await this.#ask(head);
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      this.#notBefore = now() + Math.min(everyMs, minute * 2 ** (this.#failures - 1));
      const problem = error instanceof Error ? error.message : String(error);
      // The address may hold a secret.
      if (this.#failures === 1) log.warn("audit.not-stamped", { authority: URL.parse(this.#address)?.host, problem });
    }
  }

  async #ask(head: SignedHead): Promise<LastStamp> {
    const begun = this.#deps.now();
    const stamped = bytesOfHead(head);
    const { body, nonce } = await stampRequest(stamped);
    const headers = { "content-type": "application/timestamp-query", "user-agent": "Countersign" };
    const answer = await this.#deps.ask(this.#address, { headers, body }, mostBytes);
    if ("problem" in answer) throw new Error(answer.problem);
    if (answer.status !== 200) throw new Error(`It answered ${answer.status}.`);
    const token = await stampToken(answer.body);
    await checkToken(token, { stamped, nonce, cas: null });
    const line: Stamp = { v: 1, type: "stamp", head, at: begun, by: this.#id, token: token.toString("base64") };
    await appendLine(this.#deps.file, JSON.stringify(line));
    return { signature: head.signature, at: begun };
  }
}

/** A stamp from the future comes from a wrong clock, and delays nothing. */
function isFresh(last: LastStamp, head: SignedHead, since: number, now: number): boolean {
  return last.signature === head.signature || (last.at > since && last.at <= now);
}

/** The last stamp of an authority within the tail of the file. */
async function lastStampOf(file: string, by: string): Promise<LastStamp | null> {
  const lines = (await endOf(file)).split("\n").toReversed();
  for (const line of lines) {
    const stamp = stampIn(line);
    if (stamp?.by === by) return { signature: stamp.head.signature, at: stamp.at };
  }
  return null;
}

async function endOf(file: string): Promise<string> {
  const handle = await openRegular(file, { called: file }).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (handle === null) return "";
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(Math.min(size, tailBytes)),
      position: Math.max(0, size - tailBytes),
    });
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function stampIn(line: string): Stamp | null {
  const read = parseStrictJson(line, Infinity);
  return "value" in read ? (shape.safeParse(read.value).data ?? null) : null;
}

/** A kept seal, and a time at which it certainly existed. */
export type StampedSeal = KeptSeal & { at: Date };

/** Checks every stamp of a file. Throws an error that names the first invalid line. */
export async function readStamps(
  lines: AsyncIterable<string> | Iterable<string>,
  caPem: string,
): Promise<StampedSeal[]> {
  const cas = await certificatesIn(caPem);
  const kept: StampedSeal[] = [];
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === "") continue;
    const called = `line ${number} of the time stamps`;
    try {
      const stamp = stampIn(line);
      if (stamp === null) throw new Error("It is no time stamp of a signed head.");
      const { head, token } = stamp;
      if (!isSigned(head)) throw new Error("The head's signature is wrong.");
      const at = await checkToken(Buffer.from(token, "base64"), { stamped: bytesOfHead(head), nonce: null, cas });
      kept.push({ position: head.position, hash: head.hash, called, at });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      throw new Error(`${called.replace("line", "Line")}: ${problem}`, { cause: error });
    }
  }
  return kept;
}
