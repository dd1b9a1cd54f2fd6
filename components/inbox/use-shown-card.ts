"use client";

import { type RefObject, useEffect, useMemo, useRef, useState } from "react";

type Asked = {
  /** Id of the card that the address names. */
  card: string | null;
  /** The filter, as the address has it. */
  query: string;
  /** Where the card is. */
  pane: RefObject<HTMLElement | null>;
};

/** What of the pane is answered: a card, a table, or selected calls. */
const answerable = "[data-approval-id], [data-batch], [data-card] > [role=group]";

/**
 * Which card is beside the list. Where there is room for one column only, a card that is opened takes the place of the
 * list, and the browser's way back leads to the list.
 */
export function useShownCard({ card, query, pane }: Asked) {
  const [id, setId] = useState(card);
  const [isEntered, setEntered] = useState(card !== null);
  /** Grows with every wish to read what is shown now. */
  const [wish, setWish] = useState(card === null ? 0 : 1);
  const isPushed = useRef(false);

  useEffect(() => {
    if (wish === 0) return;
    const shown = pane.current?.querySelector<HTMLElement>(answerable);
    shown?.focus({ preventScroll: true });
    shown?.scrollIntoView({ block: "nearest" });
  }, [wish, pane]);

  useEffect(() => {
    const back = () => {
      isPushed.current = false;
      setEntered(false);
    };
    window.addEventListener("popstate", back);
    return () => window.removeEventListener("popstate", back);
  }, []);

  const does = useMemo(() => {
    const enter = (address: string) => {
      setEntered(true);
      setWish((before) => before + 1);
      if (!window.matchMedia("(width < 64rem)").matches || isPushed.current) return;
      isPushed.current = true;
      window.history.pushState(null, "", address);
    };
    const list = query === "" ? "/inbox" : `/inbox?${query}`;
    return {
      /** Shows it without leaving the list. */
      keep: setId,
      open: (next: string) => {
        setId(next);
        enter(`/inbox?${query === "" ? "" : `${query}&`}card=${encodeURIComponent(next)}`);
      },
      /** Reads what was shown by other means. */
      enter: () => enter(list),
      leave: () => {
        setEntered(false);
        if (isPushed.current) window.history.back();
        else window.history.replaceState(null, "", list);
      },
    };
  }, [query]);
  return { id, isEntered, ...does };
}
