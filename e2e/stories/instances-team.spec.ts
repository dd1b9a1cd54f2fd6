import type { Page } from "@playwright/test";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { composeApps, environmentOf } from "../support/compose-file.ts";
import { approvals, composer, expect, modelEnv, say, settled, test as base } from "../support/story.ts";
import { teamOf } from "../support/team-story.ts";

/** What somebody puts into `.env`; the story's own addresses take the place of the containers'. */
const settings = { POSTGRES_PASSWORD: "replaced", PUBLIC_URL: "http://replaced.localhost" };

/** The environment that compose.yaml gives to an instance, less what says where things are. */
function composeEnvironment(): Record<string, string> {
  const [, app] = composeApps[0] ?? [];
  if (app === undefined) throw new Error("compose.yaml starts no app.");
  const {
    HOST: _host,
    PORT: _port,
    DATABASE_URL: _store,
    PUBLIC_URL: _url,
    DATA_DIR: _data,
    ...rest
  } = environmentOf(app, settings);
  return rest;
}

/** Three instances as compose.yaml starts them, ended after the story. */
const test = base.extend<{ start: (env: Record<string, string>) => Promise<Cluster> }>({
  start: async ({}, use) => {
    const started: Cluster[] = [];
    await use(async (env) => {
      const cluster = await startCluster({
        instances: composeApps.length,
        mcp: {
          mcpServers: {
            workspace: {
              command: "node",
              args: ["examples/workspace/main.ts"],
              cwd: process.cwd(),
              env: { WORKSPACE_DIR: "${DATA_DIR}/workspace", WORKSPACE_STATE_DIR: "${DATA_DIR}/workspace-state" },
              trusted: true,
              tools: { write_file: { approval: "always", who: "other" } },
            },
          },
        },
        env,
      });
      started.push(cluster);
      return cluster;
    });
    for (const cluster of started) await cluster.close();
  },
});

const waiting = (page: Page) => page.getByRole("group", { name: /^Waits for others/ });
const signInHeading = (page: Page) => page.getByRole("heading", { name: "Sign in" });

test("S4.18, B11: with the environment of compose.yaml a team works through three instances, one of which dies", async ({
  browser,
  model,
  start,
}) => {
  test.setTimeout(180_000);
  const call = { call: "workspace__write_file", arguments: { path: "minutes.txt", content: "signed" } };
  const endpoint = await model([[call], ["It is written."]]);
  const cluster = await start({ ...composeEnvironment(), ...modelEnv(endpoint) });
  const { proxy, url, instances } = cluster;

  // The link that makes the owner stands in the log of whichever instance one looks at.
  const reached = { url, output: () => instances[1]?.output() ?? "" };
  expect(reached.output()).toContain(`${url}/#key=`);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(url);
  await expect(stranger.getByText("Set up Countersign")).toBeVisible();
  const { owner, pages } = await teamOf(reached, browser, [
    { name: "Kim", role: "member" },
    { name: "Ana", role: "reviewer" },
  ]);
  const [kim, ana] = pages as [Page, Page];
  await stranger.goto(url);
  await expect(signInHeading(stranger)).toBeVisible();

  proxy.send("POST /api/chat", 0);
  await kim.goto(url);
  await expect(composer(kim)).toBeEditable();
  await say(kim, "please write the minutes");
  await expect(waiting(kim)).toContainText("Ana");
  await ana.goto(`${url}/inbox`);
  await expect(approvals(ana)).toContainText("kim@example.com (Kim) asks.");

  // Who has the run is gone; the session and the card are everybody's.
  await instances[0]?.end("SIGKILL");
  proxy.send("POST /api/chat/elicitation", 2);
  await approvals(ana)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(kim.getByText("It is written.")).toBeVisible({ timeout: 60_000 });
  await expect(settled(kim, "Approved")).toBeVisible();

  // Shut out by one instance is shut out by all.
  await owner.goto(`${url}/settings/people`);
  await owner.getByRole("button", { name: "Disable Kim" }).click();
  await expect(owner.getByRole("button", { name: "Enable Kim" })).toBeVisible();
  for (const target of [1, 2]) {
    proxy.send("GET /", target);
    await kim.goto(url);
    await expect(signInHeading(kim)).toBeVisible();
  }
  for (const page of [stranger, owner, kim, ana]) await page.context().close();
});
