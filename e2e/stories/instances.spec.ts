import type { Page } from "@playwright/test";
import { answerAt, sayTo, staysSame, test } from "../support/cluster-story.ts";
import { again, approvals, composer, expect, questions, say, settled } from "../support/story.ts";

// They share three instances, which one worker starts.
test.describe.configure({ mode: "default" });

/** When an instance dies another takes over within 15 seconds; on a busy machine the rest takes its time too. */
const takenOver = { timeout: 40_000 };

const append = (line: string) => ({ call: "slow__append", arguments: { line } });
const approve = (page: Page) => approvals(page).getByRole("button", { name: /^Approve/ });
const chatOf = (page: Page) => new URL(page.url()).pathname;
const answers = (page: Page) => page.getByText("The assistant answered:");

test("S4.18: an answer given through another instance than the one that holds the run counts once, in both browsers", async ({
  cluster,
  script,
  openBrowser,
  effects,
}) => {
  const endpoint = script(["On it. ", append("elsewhere")], ["It is ", { gate: "done" }, "done."]);
  const first = await openBrowser();
  await sayTo(cluster, 0, first, "append elsewhere");
  await expect(approvals(first)).toHaveCount(1);
  const second = await openBrowser(chatOf(first));
  await expect(approvals(second)).toHaveCount(1);

  answerAt(cluster, 1);
  await approve(second).click();
  for (const page of [first, second]) {
    await expect(settled(page, "Approved")).toBeVisible();
    await expect(page.getByText("It is", { exact: true })).toBeVisible();
  }
  endpoint.open("done");
  for (const page of [first, second]) {
    await expect(page.getByText("It is done.")).toBeVisible();
    await expect(answers(page)).toHaveCount(1);
  }
  expect(await effects("elsewhere")).toBe(1);
  const answered = cluster.proxy.passed.filter(({ path }) => path === "/api/chat/elicitation");
  expect(answered.at(-1)?.target).toBe(1);
});

test(
  "S4.18: a question whose server's connection lives in one instance is answered through another",
  again,
  async ({ cluster, script, openBrowser }) => {
    const endpoint = script([{ call: "old__ask", arguments: { label: "wall" } }], ["The wall is blue."]);
    const page = await openBrowser();
    await sayTo(cluster, 0, page, "paint the wall");
    await expect(questions(page)).toContainText("Which colour for wall?");
    answerAt(cluster, 1);
    await questions(page).getByRole("textbox").fill("blue");
    await questions(page)
      .getByRole("button", { name: /^Submit/ })
      .click();
    await expect(page.getByText("The wall is blue.")).toBeVisible();
    await expect(settled(page, "Submitted")).toBeVisible();
    expect(endpoint.requests.at(-1)?.toolResults.at(-1)?.text).toContain("wall: blue");
  },
);

test(
  "an instance leaves in the middle of text: another one gives the whole answer to the same tab",
  again,
  async ({ cluster, script, openBrowser }) => {
    script(["The first half ", { hang: true }], ["The first half and the second half."]);
    const page = await openBrowser();
    await sayTo(cluster, 0, page, "tell me");
    await expect(page.getByText("The first half")).toBeVisible();
    const same = await staysSame(page);
    await cluster.instances[0]?.end("SIGTERM");
    await expect(page.getByText("The first half and the second half.")).toBeVisible(takenOver);
    await expect(page.getByText("The first half")).toHaveCount(1);
    await expect(answers(page)).toHaveCount(1);
    await same();
  },
);

test(
  "S1.16: an instance leaves while a card of its run is open: the answer counts elsewhere",
  again,
  async ({ cluster, script, openBrowser, effects }) => {
    script([append("left")], ["It is done."]);
    const page = await openBrowser();
    await sayTo(cluster, 0, page, "append left");
    await expect(approvals(page)).toHaveCount(1);
    const same = await staysSame(page);
    await cluster.instances[0]?.end("SIGTERM");
    await approve(page).click();
    await expect(page.getByText("It is done.")).toBeVisible(takenOver);
    await same();
    expect(await effects("left")).toBe(1);
  },
);

test(
  "S1.16: a rolling restart of all instances with an open card changes nothing for whoever looks at it",
  again,
  async ({ cluster, script, openBrowser, effects }) => {
    script([append("rolled")], ["It is done."]);
    const page = await openBrowser();
    await say(page, "append rolled");
    await expect(approvals(page)).toHaveCount(1);
    const same = await staysSame(page);
    for (const instance of cluster.instances) {
      await instance.end("SIGTERM");
      await instance.start();
    }
    await expect(approvals(page)).toHaveCount(1);
    await approve(page).click();
    await expect(page.getByText("It is done.")).toBeVisible(takenOver);
    await expect(answers(page)).toHaveCount(1);
    await expect(composer(page)).toBeEditable();
    await same();
    expect(await effects("rolled")).toBe(1);
  },
);

test(
  "six connections: eight tabs through the proxy, each with a card, and each answer counts once",
  again,
  async ({ cluster, script, openBrowser, effects }) => {
    const lines = Array.from({ length: 8 }, (_, index) => `tab ${index}`);
    script(
      ...lines.map((line) => ({ when: { user: line, after: "user" as const }, answer: [append(line)] })),
      ...lines.map((line) => ({ when: { user: line, after: "tool" as const }, answer: [`Done in ${line}.`] })),
    );
    const tabs = [await openBrowser()];
    const [first] = tabs;
    if (!first) throw new Error("There is a first tab.");
    while (tabs.length < lines.length) tabs.push(await first.context().newPage());
    for (const [index, tab] of tabs.entries()) {
      await tab.goto(cluster.url);
      await expect(composer(tab)).toBeEditable();
      await sayTo(cluster, index % 3, tab, lines[index] ?? "");
      await expect(approvals(tab)).toHaveCount(1);
    }
    for (const [index, tab] of tabs.toReversed().entries()) {
      answerAt(cluster, index % 3);
      await tab.bringToFront();
      await approve(tab).click();
      await expect(tab.getByText(`Done in tab ${7 - index}.`)).toBeVisible();
    }
    for (const line of lines) expect(await effects(line)).toBe(1);
    const holders = cluster.proxy.passed.filter(({ method, path }) => method === "POST" && path === "/api/chat");
    expect(new Set(holders.slice(-8).map(({ target }) => target)).size).toBeGreaterThan(1);
  },
);

test("G2, S0.24: the instance that streams is killed while text flows: the same tabs show the whole answer, once", async ({
  cluster,
  script,
  openBrowser,
}) => {
  const words = Array.from({ length: 300 }, (_, index) => [`word${index} `, { delayMs: 50 }]).flat();
  // However slow this machine is, the answer does not end before its instance does.
  script([...words, { hang: true }], ["word0 word1 and ", { delayMs: 100 }, "the end."]);
  const page = await openBrowser();
  await sayTo(cluster, 0, page, "tell me a long story");
  await expect(page.getByText("word9 ")).toBeVisible();
  const other = await openBrowser(chatOf(page));
  await expect(other.getByText("word9 ")).toBeVisible();
  const [same, otherSame] = [await staysSame(page), await staysSame(other)];

  await cluster.instances[0]?.end("SIGKILL");
  for (const tab of [page, other]) {
    await expect(tab.getByText("word0 word1 and the end.", { exact: true })).toBeVisible(takenOver);
    await expect(answers(tab)).toHaveCount(1);
    await expect(tab.getByText("word9")).toHaveCount(0);
    await expect(composer(tab)).toBeEditable();
  }
  await same();
  await otherSame();
  const third = await openBrowser(chatOf(page));
  await expect(third.getByText("word0 word1 and the end.", { exact: true })).toHaveCount(1);
  await expect(answers(third)).toHaveCount(1);
});

test("G2, I2: the instance that holds a waiting run is killed while its card is open: the same tab approves, the call runs once", async ({
  cluster,
  script,
  openBrowser,
  effects,
}) => {
  const endpoint = script(["On it. ", append("held")], ["It is done."]);
  const page = await openBrowser();
  await sayTo(cluster, 0, page, "append held");
  await expect(approvals(page)).toHaveCount(1);
  const same = await staysSame(page);

  await cluster.instances[0]?.end("SIGKILL");
  await approve(page).click();
  await expect(settled(page, "Approved")).toBeVisible();
  await expect(page.getByText("It is done.")).toBeVisible(takenOver);
  await expect(approvals(page)).toHaveCount(0);
  await expect(answers(page)).toHaveCount(1);
  await same();
  expect(await effects("held")).toBe(1);
  expect(endpoint.requests).toHaveLength(2);
});

test(
  "G2, M5: the same with a server's question: the call goes on where it was, at another instance",
  again,
  async ({ cluster, script, openBrowser }) => {
    const endpoint = script([{ call: "modern__ask", arguments: { label: "roof" } }], ["Painted."]);
    const page = await openBrowser();
    await sayTo(cluster, 0, page, "paint the roof");
    await expect(questions(page)).toContainText("Which colour for roof?");
    const same = await staysSame(page);

    await cluster.instances[0]?.end("SIGKILL");
    await questions(page).getByRole("textbox").fill("green");
    await questions(page)
      .getByRole("button", { name: /^Submit/ })
      .click();
    await expect(page.getByText("Painted.")).toBeVisible(takenOver);
    await expect(settled(page, "Submitted")).toBeVisible();
    await same();
    expect(endpoint.requests.at(-1)?.toolResults.at(-1)?.text).toContain("roof: green");
  },
);

test(
  "G2: a question of an old server dies with the connection it came by, and its card says so",
  again,
  async ({ cluster, script, openBrowser }) => {
    const endpoint = script([{ call: "old__ask", arguments: { label: "door" } }], ["The door was not painted."]);
    const page = await openBrowser();
    await sayTo(cluster, 0, page, "paint the door");
    await expect(questions(page)).toContainText("Which colour for door?");
    const same = await staysSame(page);

    await cluster.instances[0]?.end("SIGKILL");
    await expect(settled(page, "Cancelled")).toContainText("the connection to the server was lost", takenOver);
    await expect(page.getByText("The door was not painted.")).toBeVisible(takenOver);
    await expect(questions(page)).toHaveCount(0);
    await same();
    expect(endpoint.requests.at(-1)?.toolResults.at(-1)?.text).toMatch(/connection to the server was lost|unknown/);
  },
);

test(
  "G1, I8: killed while a tool runs: the card says unknown, nothing runs twice",
  again,
  async ({ cluster, script, openBrowser, effects }) => {
    const endpoint = script(
      [{ call: "slow__append_then_wait", arguments: { line: "cut off" } }],
      ["I do not know whether it ran."],
    );
    const page = await openBrowser();
    await sayTo(cluster, 0, page, "do the slow thing");
    await expect(approvals(page)).toHaveCount(1);
    answerAt(cluster, 0);
    await approve(page).click();
    await expect.poll(() => effects("cut off")).toBe(1);
    const same = await staysSame(page);

    await cluster.instances[0]?.end("SIGKILL");
    await expect(settled(page, "Unknown")).toContainText("check before trying again", takenOver);
    await expect(page.getByText("I do not know whether it ran.")).toBeVisible(takenOver);
    await same();
    expect(endpoint.requests.at(-1)?.toolResults.at(-1)?.text).toContain("unknown");
    expect(await effects("cut off")).toBe(1);
  },
);

test(
  "G2: a message queued behind an answer starts by itself after the instance that gave it was killed",
  again,
  async ({ cluster, script, openBrowser }) => {
    script(["One moment ", { hang: true }], ["The first answer."], ["The second answer."]);
    const page = await openBrowser();
    await sayTo(cluster, 0, page, "first");
    await expect(page.getByText("One moment")).toBeVisible();
    // Said to another instance, which only queues it.
    await sayTo(cluster, 1, page, "second");
    await expect(page.getByRole("button", { name: /remove.*second/i })).toBeVisible();

    await cluster.instances[0]?.end("SIGKILL");
    await expect(page.getByText("The first answer.")).toBeVisible(takenOver);
    await expect(page.getByText("The second answer.")).toBeVisible(takenOver);
    await expect(answers(page)).toHaveCount(2);
  },
);
