import type { Browser, Page } from "@playwright/test";
import type { App } from "./app.ts";
import { askAsPage } from "./story.ts";

const password = "correct horse battery";

/** Where people reach it, and what it printed: among that the link that makes the owner. */
type Reached = Pick<App, "url" | "output">;

/** A browser of its own for each person of a team, all let in. The owner is the first. */
export async function teamOf(
  app: Reached,
  browser: Browser,
  people: readonly { name: string; role: "member" | "reviewer" | "admin" }[],
): Promise<{ owner: Page; pages: Page[] }> {
  const newPage = async () => (await browser.newContext()).newPage();
  const owner = await newPage();
  const key = /#key=([\w-]+)/.exec(app.output())?.[1];
  if (!key) throw new Error(`The app printed no key:\n${app.output()}`);
  await post(app, owner, "/api/session/set-up", { key, name: "Olga", email: "olga@example.com", password });
  const pages: Page[] = [];
  for (const { name, role } of people) {
    const email = `${name.toLowerCase()}@example.com`;
    const { link } = await post(app, owner, "/api/people/invitations", { email, role });
    const page = await newPage();
    const invitation = new URL(link ?? "").hash.replace("#invitation=", "");
    await post(app, page, "/api/people/join", { key: invitation, name, password });
    pages.push(page);
  }
  return { owner, pages };
}

async function post(app: Reached, page: Page, path: string, data: object): Promise<{ link?: string }> {
  if (!page.url().startsWith(app.url)) {
    await page.goto(app.url);
    // What a stranger is shown; from then on the page proves its requests.
    await page.getByRole("heading").first().waitFor();
  }
  const { status, text } = await askAsPage(page, path, data);
  if (status >= 400) throw new Error(`${path} answered ${status}: ${text}`);
  // Our own server answers with exactly this.
  return text === "" ? {} : (JSON.parse(text) as { link?: string });
}
