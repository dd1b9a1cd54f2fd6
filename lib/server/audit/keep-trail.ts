import { setImmediate as immediate } from "node:timers/promises";
import { mostSealsAtOnce, sealAudit } from "#lib/store/audit/seal-audit.ts";
import { repeatEvery, type Repeated } from "#lib/store/engine/repeat-every.ts";
import type { Log } from "#lib/server/observe/log.ts";
import { headPlaces, signTrail, type HeadSigning } from "./sign-heads.ts";
import { startStamper } from "./stamp-heads.ts";

type Options = HeadSigning & {
  log: Log;
  /** Whether a time stamp authority may be in a private network. */
  mayBePrivate: boolean;
  everyMs?: { seal: number; sign: number };
};

const usual = { seal: 1_000, sign: 10_000 };

/** Seals new records, and signs and sends the end of the trail. `stop` does both once more, for the last records. */
export function keepTrail({ log, mayBePrivate, everyMs = usual, ...signing }: Options): Repeated {
  const send = headPlaces(signing);
  const stamper = startStamper({ ...signing, mayBePrivate, log });
  let said: string | null = null;

  async function seal(): Promise<void> {
    while ((await sealAudit(signing.database)) === mostSealsAtOnce) await immediate();
  }

  async function sign(): Promise<void> {
    const head = await signTrail(signing);
    if (head !== null) {
      // Not awaited: an authority that takes its time delays nothing.
      void stamper.offer(head);
      await send(head);
    }
    said = null;
  }

  const notSealed = (error: unknown) => log.warn("audit.not-sealed", { error });
  const notSigned = (error: unknown) => {
    const problem = String(error);
    // The problem stays until a person has looked: one line in the log, not one for every try.
    if (problem !== said) log.error("audit.not-signed", { error });
    said = problem;
  };
  const sealing = repeatEvery(everyMs.seal, seal, notSealed);
  const repeated = repeatEvery(everyMs.sign, sign, notSigned);
  return {
    stop: async () => {
      await Promise.all([sealing.stop(), repeated.stop()]);
      await seal().catch(notSealed);
      await sign().catch(notSigned);
      await stamper.stop();
    },
  };
}
