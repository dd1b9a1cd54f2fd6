const key = "countersign-page-left";

/** Keeps the page that a person leaves for the organisation's sign-in, in this tab. */
export function leavePage(): void {
  sessionStorage.setItem(key, window.location.href);
}

/** Where a person goes who comes back: to the page that they left, or where the server sends them. */
export function pageLeft(to: string): string {
  const left = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return backTo(to, { left, origin: window.location.origin });
}

/**
 * `to` is the server's word, `/` where it knows no better; it may say why the sign-in was refused. Never leads to another
 * origin.
 */
export function backTo(to: string, { left, origin }: { left: string | null; origin: string }): string {
  const said = new URL(to, origin);
  const page = left === null ? null : URL.parse(left);
  if (said.pathname !== "/" || page?.origin !== origin) return to;
  page.hash = "";
  const refused = said.searchParams.get("refused");
  if (refused !== null) page.searchParams.set("refused", refused);
  return page.href;
}
