/**
 * A server's link, split for display; or why it must not be opened (M4: links shown whole, THREATS C10: deceptive
 * links).
 */
export type LinkTarget =
  | { url: string; beforeHost: string; host: string; afterHost: string; warning: string | null }
  | { refused: string };

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Shows only what the browser would really open: the parsed address, never the text that the server sent. */
export function linkTarget(text: string): LinkTarget {
  const url = URL.parse(text);
  if (!url) return { refused: "The server sent something that is not a web address." };
  const local = url.protocol === "http:" && loopback.has(url.hostname);
  if (url.protocol !== "https:" && !local) return { refused: "Only https:// addresses are opened from here." };
  if (url.username !== "" || url.password !== "")
    return { refused: "The address carries a user name, which is a way to make one site look like another." };
  const punycode = url.hostname.split(".").some((part) => part.startsWith("xn--"));
  return {
    url: url.href,
    beforeHost: `${url.protocol}//`,
    host: url.host,
    afterHost: `${url.pathname}${url.search}${url.hash}`,
    warning: punycode ? "This host is written with letters that can look like others. Make sure you know it." : null,
  };
}
