import { Parser } from "htmlparser2";

const unread = new Set(["script", "style", "noscript", "template", "svg", "canvas", "iframe", "object", "head"]);
const blocks = new Set(
  ["address", "article", "aside", "blockquote", "body", "br", "dd", "details", "div", "dl", "dt", "fieldset", "figure"]
    .concat(
      "figcaption",
      "footer",
      "form",
      "h1",
      "h2",
      "h3",
      "h4",
      "h5",
      "h6",
      "header",
      "hr",
      "li",
      "main",
      "nav",
      "ol",
    )
    .concat("p", "pre", "section", "summary", "table", "tbody", "tr", "ul"),
);

/** Real pages stay far below. The parser looks through all open elements at each tag (G8). */
const most = { open: 256, characters: 500_000 };

type Readable = { title: string; text: string; isCut: boolean };

/**
 * The words of a page in lines, with the addresses of its links; nothing of it runs. Reading ends where more elements
 * are open, or more was read, than any page needs.
 */
export function readablePage(html: string, base: string): Readable {
  let title = "";
  let text = "";
  let skipped = 0;
  let isTitle = false;
  let open = 0;
  let isCut = false;
  const links: (string | null)[] = [];
  const parser = new Parser({
    onopentag: (name, { href, alt }) => {
      open += 1;
      isCut ||= open > most.open || text.length > most.characters;
      if (isCut) return parser.pause();
      if (name === "title" && title === "") isTitle = true;
      if (unread.has(name)) skipped += 1;
      if (skipped > 0) return;
      if (blocks.has(name)) text += name === "li" ? "\n- " : "\n";
      if (name === "img" && alt !== undefined && alt !== "") text += `[${alt}]`;
      if (name === "a") links.push(href === undefined ? null : (URL.parse(href, base)?.href ?? null));
    },
    ontext: (said) => {
      if (isTitle) title += said;
      else if (skipped === 0) text += said.replace(/\s+/g, " ");
    },
    onclosetag: (name) => {
      open -= 1;
      if (name === "title") isTitle = false;
      if (unread.has(name)) skipped = Math.max(0, skipped - 1);
      else if (skipped === 0 && name === "a") {
        const to = links.pop() ?? null;
        if (to !== null && /^https?:/.test(to)) text += ` (${to})`;
      } else if (skipped === 0 && name !== "li" && blocks.has(name)) text += "\n";
      else if (skipped === 0 && (name === "td" || name === "th")) text += " ";
    },
  });
  parser.write(html);
  if (!isCut) parser.end();
  const lines = text.split("\n").map((line) => line.trim());
  const kept = lines.filter((line, at) => line !== "" || lines[at - 1] !== "");
  return { title: title.replace(/\s+/g, " ").trim(), text: kept.join("\n").trim(), isCut };
}
