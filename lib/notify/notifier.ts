import { setImmediate as nextTurn } from "node:timers/promises";
import type { Log } from "#lib/gate/contract/gate.ts";
import {
  claimDeliveries,
  deliveryEnded,
  dropDelivery,
  dueDeliveries,
  forgetDead,
} from "#lib/store/notify/deliveries.ts";
import { forEverybody } from "#lib/store/engine/fair-turns.ts";
import { shareOut, untold } from "#lib/store/audit/outbox.ts";
import { repeatEvery } from "#lib/store/engine/repeat-every.ts";
import type { DeliveryRow } from "#lib/store/schema/notification-tables.ts";
import { messagesAbout } from "./messages-about.ts";
import { sendDelivery, type Sender } from "./send-delivery.ts";

export type Notifier = {
  /** There may be something to send. */
  nudge: () => void;
  /** Starts no more deliveries; resolves when none is open. Another process, or a later start, sends the rest. */
  stop: () => Promise<void>;
};

type Deps = Sender & {
  newId: () => string;
  log: Log;
  /** Pauses before each retry; after the last one a message is given up. */
  pausesMs?: readonly number[];
  lookEveryMs?: number;
};

const minute = 60_000;
/** About ten hours in all. */
const usualPausesMs = [5_000, 30_000, 2 * minute, 10 * minute, 30 * minute, 120 * minute, 480 * minute];
/** Longer than any attempt takes: only then does its process count as dead. */
const holdMs = minute;
/** One that hangs delays only itself: a webhook, or whoever subscribes any number of addresses as browsers. */
const mostPerPlace = 4;
const mostAtOnce = 64;
/** Places where a message failed or took long: together they leave the other half to all others, however many they are. */
const mostSlow = mostAtOnce / 2;
const slowAfterMs = 2_000;
const slowForMs = 10 * minute;
const eventsPerLook = 100;
const rememberDeadMs = 7 * 24 * 60 * minute;
/** Changes come in bursts. */
const togetherMs = 10;

/** Sends what the outbox holds to webhooks and browsers, at least once. Nothing ever waits for it. */
export function startNotifier(deps: Deps): Notifier {
  const { database, log, pausesMs = usualPausesMs, lookEveryMs = 2_000 } = deps;
  const onTheWay = new Map<string, { place: string; done: Promise<void> }>();
  /** Until when each of them counts as slow. */
  const slow = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const lookAfter = (ms: number) => {
    if (stopped) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => forEverybody(look), ms);
  };

  function look(): void {
    if (looking !== null) return void (again = true);
    again = false;
    looking = tellAll()
      .catch((error: unknown) => log.warn("notifications.not-sent", { error }))
      .finally(() => {
        looking = null;
        lookAfter(again ? togetherMs : lookEveryMs);
      });
  }

  async function tellAll(): Promise<void> {
    for (const event of await untold(database, eventsPerLook)) {
      if (stopped) return;
      await shareOut(database, event.id, await messagesAbout(deps, event));
      again = true;
    }
    while (!stopped && onTheWay.size < mostAtOnce) {
      const due = await dueDeliveries(database, busyPlaces(), mostAtOnce);
      const chosen = withinLimits(due);
      const claimed = await claimDeliveries(database, [...chosen.keys()], { holdMs });
      for (const delivery of claimed) {
        begin(delivery, chosen.get(delivery.id) ?? delivery.target_id);
        // Queries of the embedded database never yield, and a message to a browser is encrypted: others have a turn.
        await nextTurn();
      }
      if (claimed.length === 0) return;
    }
  }

  function countOf(place: string): number {
    return [...onTheWay.values()].filter((sending) => sending.place === place).length;
  }

  function isSlow(place: string): boolean {
    const until = slow.get(place) ?? 0;
    if (until <= performance.now()) slow.delete(place);
    return until > performance.now();
  }

  function countSlow(): number {
    return [...onTheWay.values()].filter(({ place }) => isSlow(place)).length;
  }

  function busyPlaces(): string[] {
    const places = new Set([...onTheWay.values()].map(({ place }) => place));
    const full = [...places].filter((place) => countOf(place) >= mostPerPlace);
    return countSlow() < mostSlow ? full : [...new Set([...full, ...[...slow.keys()].filter(isSlow)])];
  }

  /** The place of each that is sent now, by its id. */
  function withinLimits(due: Awaited<ReturnType<typeof dueDeliveries>>): Map<string, string> {
    const taken = new Map<string, number>();
    const chosen = new Map<string, string>();
    let slowOnes = countSlow();
    for (const { id, place } of due) {
      const count = taken.get(place) ?? countOf(place);
      if (count >= mostPerPlace || onTheWay.size + chosen.size >= mostAtOnce) continue;
      if (isSlow(place) && (slowOnes += 1) > mostSlow) continue;
      taken.set(place, count + 1);
      chosen.set(id, place);
    }
    return chosen;
  }

  function begin(delivery: DeliveryRow, place: string): void {
    const done = sendOnce(delivery, place)
      .catch((error: unknown) => log.warn("notifications.not-noted", { error }))
      .finally(() => {
        onTheWay.delete(delivery.id);
        nudge();
      });
    onTheWay.set(delivery.id, { place, done });
  }

  async function sendOnce(delivery: DeliveryRow, place: string): Promise<void> {
    const since = performance.now();
    const sent = await sendDelivery(deps, delivery);
    const at = performance.now();
    if ("problem" in sent || at - since > slowAfterMs) slow.set(place, at + slowForMs);
    if ("gone" in sent) return dropDelivery(database, delivery.id);
    if ("arrived" in sent) return deliveryEnded(database, delivery, null);
    const pause = pausesMs[delivery.attempts - 1];
    // Jitter: not all at the same moment.
    const againAfterMs = pause === undefined ? null : Math.round(pause * (0.8 + Math.random() * 0.4));
    if (againAfterMs === null) log.warn("notifications.given-up", { target: delivery.target_id, ...sent });
    return deliveryEnded(database, delivery, { ...sent, againAfterMs });
  }

  function nudge(): void {
    if (looking !== null) again = true;
    else lookAfter(togetherMs);
  }

  const forgetting = repeatEvery(
    60 * minute,
    () => forgetDead(database, { olderThanMs: rememberDeadMs }),
    (error) => log.warn("notifications.not-deleted", { error }),
  );
  lookAfter(lookEveryMs);

  return {
    nudge,
    stop: async () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await Promise.all([forgetting.stop(), looking]);
      await Promise.all([...onTheWay.values()].map(({ done }) => done));
    },
  };
}
