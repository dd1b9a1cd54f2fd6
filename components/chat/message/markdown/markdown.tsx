"use client";

import { type ComponentProps, memo, useState } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { withBrokenWords } from "#lib/untrusted/visible-text.ts";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import { CodeBlock } from "./code-block.tsx";
import { isDrawable } from "./is-drawable.ts";
import { MarkdownBlocks } from "./markdown-blocks.ts";
import { safeLink } from "./safe-link.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

/**
 * The model's text. Raw HTML is shown as text, an image is only ever a link (THREATS C8, C9), and nothing here can make
 * a button but the copy button of a code block (C7).
 */
export const Markdown = memo(function Markdown({ text: written }: { text: string }) {
  const [blocks] = useState(() => new MarkdownBlocks());
  const text = withBrokenWords(written);
  if (!isDrawable(text)) return <AsWritten text={text} />;
  return (
    <div className="prose">
      {blocks.of(text).map((block, at) => (
        <Block key={at} text={block} />
      ))}
    </div>
  );
});

/** A block that did not change is not laid out again. */
const Block = memo(function Block({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={keepUrl}>
      {text}
    </ReactMarkdown>
  );
});

function AsWritten({ text }: { text: string }) {
  const say = useSay(chatWords);
  return (
    <div>
      <p className="text-small text-muted">{say("tooTangled")}</p>
      <div className="whitespace-pre-wrap break-words">{text}</div>
    </div>
  );
}

const plugins = [remarkGfm];

/** Addresses are judged where they are drawn, by `safeLink`; the default would hide what a refused one was. */
const keepUrl = (url: string) => url;

function Heading({ children }: { children?: React.ReactNode }) {
  return <h2>{children}</h2>;
}

/** What turns the direction of letters, in its words or before them, turns neither the host nor an address that stands by itself. */
function Link({ href, children }: { href?: string; children?: React.ReactNode }) {
  const link = safeLink(href ?? "");
  if (link === null) return <span>{children}</span>;
  const isBare = typeof children === "string" && hostIn(children) === link.host;
  return (
    <>
      <a href={link.href} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
        <bdi>{children}</bdi>
      </a>
      {isBare ? null : (
        <span className="text-small text-muted">
          {" "}
          (<bdi dir="ltr">{link.host}</bdi>)
        </span>
      )}
    </>
  );
}

/** The host or mail address that a text is and says nothing beside; null for every other text. */
function hostIn(text: string): string | null {
  if (/\s/.test(text)) return null;
  const link = safeLink(text) ?? safeLink(`${text.includes("@") ? "mailto:" : "https://"}${text}`);
  return link?.host ?? null;
}

function ImageLink({ src, alt }: ComponentProps<"img">) {
  const say = useSay(chatWords);
  const words = alt ? say("imageOf", { alt }) : say("imageUntitled");
  return <Link {...(typeof src === "string" ? { href: src } : {})}>{words}</Link>;
}

function Table({ children }: { children?: React.ReactNode }) {
  const say = useSay(chatWords);
  return (
    <ScrollArea label={say("table")}>
      <table>{children}</table>
    </ScrollArea>
  );
}

const components: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href, children }) => <Link {...(href === undefined ? {} : { href })}>{children}</Link>,
  img: ImageLink,
  table: Table,
  input: ({ checked }) => <span>{checked ? "☑" : "☐"} </span>,
  pre: ({ node }) => {
    const code = node?.children[0];
    if (code?.type !== "element") return null;
    const text = code.children.map((child) => (child.type === "text" ? child.value : "")).join("");
    const names = code.properties["className"];
    const language = Array.isArray(names) ? String(names[0] ?? "").replace("language-", "") : "";
    return <CodeBlock code={text.replace(/\n$/, "")} language={language} />;
  },
};
