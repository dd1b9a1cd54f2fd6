import { useEffect, useState } from "react";
import { onAppEvent } from "#components/browser/on-app-event.ts";
import type { SourceList } from "#lib/chat/source-list.ts";
import { listSources } from "./read-sources.ts";

/** Servers may list others at any time. */
const freshMs = 10_000;
/** Many servers that come or go in a row lead to one reading. */
const restMs = 1_000;
let last: { at: number; list: Promise<SourceList> } | null = null;

/**
 * What connected servers list, once `wanted`, and again when servers come or go; null until then. Asked for once by all
 * who want it at once.
 */
export function useSourceList(wanted: boolean): { list: SourceList } | { problem: string } | null {
  const [known, setKnown] = useState<{ list: SourceList } | { problem: string } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      if (last === null || performance.now() - last.at > freshMs) last = { at: performance.now(), list: listSources() };
      last.list.then(
        (list) => isOver || setKnown({ list }),
        (error: unknown) => {
          last = null;
          if (!isOver) setKnown({ problem: error instanceof Error ? error.message : String(error) });
        },
      );
    };
    read();
    const stopHearing = onAppEvent(({ type }) => {
      if (type !== "servers") return;
      timer ??= setTimeout(() => {
        timer = undefined;
        last = null;
        read();
      }, restMs);
    });
    return () => {
      isOver = true;
      stopHearing();
      clearTimeout(timer);
    };
  }, [wanted]);
  return known;
}
