"use client";

import { useEffect, useRef, useState, type RefObject } from "react";
import { refusalOf, request } from "#components/browser/request.ts";
import { sayInTab } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

/** In the window, and in the thread that scrolls in it. */
const margin = "800px";

export type LoadedFile = { url: string } | { problem: string } | null;

/**
 * The bytes of a picture or a sound, asked for once its box comes near the view: an address in the page itself would send
 * no proof, which every request of ours carries.
 */
export function useResultFile(id: string): { box: RefObject<HTMLElement | null>; file: LoadedFile } {
  const box = useRef<HTMLElement>(null);
  const [isNear, setIsNear] = useState(false);
  const [file, setFile] = useState<LoadedFile>(null);

  useEffect(() => {
    const element = box.current;
    if (element === null || isNear) return;
    const near = (entries: IntersectionObserverEntry[]) => {
      if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
    };
    const observer = new IntersectionObserver(near, { rootMargin: margin, scrollMargin: margin });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);

  useEffect(() => {
    if (!isNear) return;
    const left = new AbortController();
    let url: string | null = null;
    const load = async () => {
      const bytes = await bytesOf(id, left.signal);
      if (left.signal.aborted) return;
      if ("problem" in bytes) return setFile(bytes);
      url = URL.createObjectURL(bytes);
      setFile({ url });
    };
    void load();
    return () => {
      left.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [id, isNear]);

  return { box, file };
}

async function bytesOf(id: string, signal: AbortSignal): Promise<Blob | { problem: string }> {
  try {
    const response = await request("GET", `/api/files/${encodeURIComponent(id)}`, undefined, signal);
    return response.ok ? await response.blob() : { problem: await refusalOf(response) };
  } catch (error) {
    if (!signal.aborted) console.error("A file of a result could not be loaded.", error);
    return { problem: sayInTab(chatWords)("notLoaded") };
  }
}
