/**
 * The single-use permission to run exactly one tool call. The constructor's key never leaves lib/gate/run/start-call.ts,
 * so no other code can make one; `spend` works once.
 */
const keys = new WeakSet<object>();

export class Clearance {
  readonly callId: string;
  readonly digest: string;
  #spent = false;

  constructor(key: object, callId: string, digest: string) {
    if (!keys.has(key)) throw new Error("A clearance can only be made by the gate.");
    this.callId = callId;
    this.digest = digest;
  }

  /** Throws when it was spent before or was made for another call. */
  spend(callId: string): void {
    if (callId !== this.callId) throw new Error("This clearance was made for another tool call.");
    if (this.#spent) throw new Error("This clearance has already been spent.");
    this.#spent = true;
  }
}

/** Called once, by start-call.ts, at module load. */
export function clearanceKey(): object {
  if (claimed) throw new Error("The gate already holds the clearance key.");
  claimed = true;
  const key = {};
  keys.add(key);
  return key;
}
let claimed = false;
