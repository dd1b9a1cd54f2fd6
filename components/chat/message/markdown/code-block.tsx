"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import type { Token } from "./highlight.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

/** Code with its language and a copy button. Colours come later than the text, and never delay it. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  const say = useSay(chatWords);
  const colours = useColours(code, language);
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-sunk">
      <figcaption className="flex h-9 items-center justify-between border-b border-line pe-1 ps-3 font-mono text-fine text-muted pointer-coarse:h-11">
        {language || say("text")}
        <CopyCode code={code} />
      </figcaption>
      <ScrollArea label={say("code")}>
        <pre className="p-3 font-mono text-small" dir="ltr">
          <code>
            {colours === null
              ? code
              : colours.tokens.map((token, index) => (
                  <span key={index} className={token.className}>
                    {token.text}
                  </span>
                ))}
            {colours === null ? null : code.slice(colours.code.length)}
          </code>
        </pre>
      </ScrollArea>
    </figure>
  );
}

type Colours = { code: string; tokens: Token[] };

/** Colours of the code, or of its beginning while more streams in. */
function useColours(code: string, language: string): Colours | null {
  const [colours, setColours] = useState<Colours | null>(null);
  useEffect(() => {
    let current = true;
    const colour = async () => {
      const { highlight } = await import("./highlight.ts");
      const tokens = await highlight(code, language);
      if (current) setColours(tokens === null ? null : { code, tokens });
    };
    const timer = setTimeout(() => void colour(), 60);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [code, language]);
  return colours !== null && code.startsWith(colours.code) ? colours : null;
}

function CopyCode({ code }: { code: string }) {
  const say = useSay(chatWords);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <IconButton icon={copied ? Check : Copy} label={say(copied ? "copied" : "copyCode")} onClick={() => void copy()} />
  );
}
