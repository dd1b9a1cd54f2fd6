/**
 * An address in a model's text that may be followed, or null: only http, https and mail, and none that carries a user
 * name, which exists to make a host look like another (`https://bank@evil`). `host` is what the browser will really
 * open, in punycode where letters could deceive (THREATS C4, C10).
 */
export function safeLink(address: string): { href: string; host: string } | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol === "mailto:") return { href: url.href, host: url.pathname };
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  if (url.username !== "" || url.password !== "") return null;
  return { href: url.href, host: url.host };
}
