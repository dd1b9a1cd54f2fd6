import { sayIn } from "#lib/words/say.ts";
import { english, type Speech } from "#lib/words/speech.ts";
import { elicitationWords } from "./words.en.ts";

/**
 * A server's link, split for display; or why it must not be opened (M4: links shown whole, THREATS C10: deceptive
 * links).
 */
export type LinkTarget =
  | { url: string; beforeHost: string; host: string; afterHost: string; warning: string | null }
  | { refused: string };

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Shows only what the browser would really open: the parsed address, never the text that the server sent. */
export function linkTarget(text: string, speech: Speech = english): LinkTarget {
  const say = sayIn(speech, elicitationWords);
  const url = URL.parse(text);
  if (!url) return { refused: say("noWebAddress") };
  const local = url.protocol === "http:" && loopback.has(url.hostname);
  if (url.protocol !== "https:" && !local) return { refused: say("onlyHttps") };
  if (url.username !== "" || url.password !== "") return { refused: say("hasUserName") };
  const punycode = url.hostname.split(".").some((part) => part.startsWith("xn--"));
  return {
    url: url.href,
    beforeHost: `${url.protocol}//`,
    host: url.host,
    afterHost: `${url.pathname}${url.search}${url.hash}`,
    warning: punycode ? say("lookalike") : null,
  };
}
