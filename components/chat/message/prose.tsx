"use client";

import { lazy, Suspense, useDeferredValue } from "react";
import { loadMarkdown } from "./code-ahead.ts";

// Markdown is half the size of the page; it loads after the first paint, and until then the text is drawn as written.
const Markdown = lazy(async () => ({ default: (await loadMarkdown()).Markdown }));

export function Prose({ text }: { text: string }) {
  const drawn = useDeferredValue(text);
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap">{text}</div>}>
      <Markdown text={drawn} />
    </Suspense>
  );
}
