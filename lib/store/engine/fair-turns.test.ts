import { expect, test, vi } from "vitest";
import { FairTurns, forEverybody, NoTurn, onBehalfOf } from "./fair-turns.ts";

/** Takes a turn for somebody, and notes in `came` when it comes. */
function asked(turns: FairTurns, came: string[]) {
  return (who: string, said = who) =>
    onBehalfOf(who, async () => {
      const end = await turns.take();
      came.push(said);
      return end;
    });
}

/** Everything that can go on without another turn ending has gone on. */
async function still(): Promise<void> {
  for (let hops = 0; hops < 20; hops += 1) await Promise.resolve();
}

test("G23: of a hundred turns of one person and one of another, the other's is next", async () => {
  const turns = new FairTurns(1);
  const came: string[] = [];
  const take = asked(turns, came);
  const first = await take("eve");
  const rest = Array.from({ length: 100 }, () => take("eve"));
  const bob = take("bob");
  first();
  await still();
  expect(came).toEqual(["eve", "bob"]);
  (await bob)();
  for (const end of rest) (await end)();
  expect(came).toHaveLength(102);
});

test("G23: one person's work leaves places to others, however much of it waits; the app's own may take all", async () => {
  const turns = new FairTurns(10);
  const came: string[] = [];
  const take = asked(turns, came);
  const eves = Array.from({ length: 50 }, () => take("eve"));
  await still();
  expect(came).toHaveLength(7);
  await Promise.all([take("bob"), take("cleo")]);
  const own = onBehalfOf("eve", () => forEverybody(() => turns.take()));
  await own;
  await still();
  expect(came.filter((who) => who === "eve")).toHaveLength(7);
  for (const end of eves) (await end)();
  expect(came.filter((who) => who === "eve")).toHaveLength(50);
});

test("turns of one person come in the order in which they were asked for", async () => {
  const turns = new FairTurns(1);
  const came: string[] = [];
  const take = asked(turns, came);
  const all = ["1", "2", "3", "4"].map((said) => take("eve", said));
  for (const end of all) (await end)();
  expect(came).toEqual(["1", "2", "3", "4"]);
});

test("G23: whoever waited too long is told so, and takes no turn afterwards", async () => {
  vi.useFakeTimers();
  try {
    const turns = new FairTurns(1);
    const first = await onBehalfOf("eve", () => turns.take(500));
    const late = onBehalfOf("eve", () => turns.take(500));
    const refused = late.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(500);
    expect(await refused).toBeInstanceOf(NoTurn);
    first();
    (await onBehalfOf("bob", () => turns.take(500)))();
    (await turns.take())();
  } finally {
    vi.useRealTimers();
  }
});
