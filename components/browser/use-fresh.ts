"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { AppSignal } from "./app-events.ts";
import { onAppEvent } from "./on-app-event.ts";

/** Many events in a row lead to one reading. */
const restBetween = 400;

type Question<Value> = {
  initial: Value;
  read: () => Promise<Value>;
  concerns: (signal: AppSignal) => boolean;
  /** Another key is another question: it is read soon, without waiting for a signal. */
  key?: string;
  /** Least time between two readings. */
  restMs?: number;
  /** Whether it also reads while the page is hidden. */
  whenHidden?: boolean;
};

/**
 * What `read` gives, read again after every signal that `concerns` it. A hidden tab reads when it is seen again. When
 * the server cannot be reached the last known value stays; the next signal tries again.
 */
export function useFresh<Value>({
  initial,
  read,
  concerns,
  key = "",
  restMs = restBetween,
  whenHidden = false,
}: Question<Value>) {
  const [value, setValue] = useState(initial);
  const latest = useRef({ read, concerns, key, turn: 0 });
  useEffect(() => {
    latest.current.read = read;
    latest.current.concerns = concerns;
  });

  const refresh = useCallback(async () => {
    const turn = ++latest.current.turn;
    try {
      const fresh = await latest.current.read();
      if (turn === latest.current.turn) setValue(fresh);
    } catch (error) {
      console.error("A list could not be read.", error);
    }
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let missed = false;
    let again = false;
    let gone = false;
    const soon = () => {
      // A reading under way may be too old already. Only one at a time, or none would ever be the latest.
      if (timer !== undefined) return void (again = true);
      timer = setTimeout(() => {
        again = false;
        void refresh().finally(() => {
          timer = undefined;
          if (again && !gone) soon();
        });
      }, restMs);
    };
    const stopHearing = onAppEvent((signal) => {
      if (!latest.current.concerns(signal)) return;
      if (whenHidden || document.visibilityState === "visible") soon();
      else missed = true;
    });
    const look = () => {
      if (document.visibilityState !== "visible" || !missed) return;
      missed = false;
      soon();
    };
    document.addEventListener("visibilitychange", look);
    return () => {
      gone = true;
      stopHearing();
      document.removeEventListener("visibilitychange", look);
      clearTimeout(timer);
    };
  }, [refresh, restMs, whenHidden]);

  useEffect(() => {
    if (latest.current.key === key) return;
    const timer = setTimeout(() => {
      latest.current.key = key;
      void refresh();
    }, 150);
    return () => clearTimeout(timer);
  }, [key, refresh]);

  return [value, refresh] as const;
}

/** GET of JSON that our own server gives; rejects on anything but success. */
export async function readJson<Value>(path: string): Promise<Value> {
  const response = await fetch(path, { cache: "no-store" });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return (await response.json()) as Value;
}
