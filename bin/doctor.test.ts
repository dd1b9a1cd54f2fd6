import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { gatewayWorld, type GatewayWorld } from "#e2e/support/gateway-world.ts";
import { listening } from "#e2e/support/listening.ts";
import { selfTestWords } from "#components/clients/self-test-words.ts";
import { clientWords } from "#components/clients/words.en.ts";
import { sayIn } from "#lib/words/say.ts";
import { english } from "#lib/words/speech.ts";
import { selfTest } from "#lib/tools/self-test.ts";

const say = sayIn(english, clientWords);
const hasty = { title: "Hasty", says: ["hasty"], asks: "form", limitSeconds: 1, note: "" };

async function examined(world: GatewayWorld, args: string[], terms: Parameters<GatewayWorld["keyWith"]>[0] = {}) {
  const { authorization = "" } = await world.keyWith(terms);
  const env = { NODE_ENV: "test" as const, COUNTERSIGN_KEY: authorization.slice("Bearer ".length) };
  const child = spawn(process.execPath, ["bin/doctor.ts", await listening(world), ...args], { env });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  child.stdout.on("data", (piece) => (out += String(piece)));
  const ended = Promise.all([once(child, "close") as Promise<[number]>, text(child.stderr)]);
  return {
    out: () => out,
    answer: (line: string) => child.stdin.end(`${line}\n`),
    ended: ended.then(([[code], err]) => ({ code, out, err })),
  };
}

async function selfTests({ services, database }: GatewayWorld) {
  const { id } = await database.db.selectFrom("people").select("id").executeTakeFirstOrThrow();
  return (await services.clients.list(id)).flatMap(({ selfTest: run, name }) =>
    run === null ? [] : [{ ...run, name }],
  );
}

const worldWithIt = () => gatewayWorld({ tools: [selfTest], clients: [hasty] });

test.each([
  ["yes", 0, "The self-test passed"],
  ["no", 1, "was not run"],
])("S0.61: the doctor asks in its terminal, and says that it was answered there: %s", async (word, code, said) => {
  const world = await worldWithIt();
  const doctor = await examined(world, ["--ask"]);
  doctor.answer(word);
  const ended = await doctor.ended;
  expect(ended).toMatchObject({ code, out: expect.stringContaining(said) });
  expect(ended.out).toMatch(/answered in the client by form, after \d+\.\d s/);
  expect(ended.err).toContain("Tool: Self-test (doctor)");
  const [run] = await selfTests(world);
  expect(run).toMatchObject({
    name: "countersign-doctor",
    askedBy: "form",
    approved: code === 0,
    endedIn: "client",
    handedOver: true,
  });
});

test("S0.61: where the doctor can ask nobody the card is in the inbox; it comes back for its result, and says how long it was held", async () => {
  const world = await worldWithIt();
  const doctor = await examined(world, ["--as", "hasty"]);
  const [asked] = await world.opened();
  await expect
    .poll(doctor.out, { timeout: 60_000 })
    .toMatch(/The call was held open for \d+\.\d s, then it said that it waits/);
  expect((await selfTests(world)).map((run) => selfTestWords(say, run))).toEqual([
    "The client was not asked. The question is open: answer it in the inbox.",
  ]);
  await world.answer(asked, "approve");
  const { code, out } = await doctor.ended;
  expect([code, out]).toEqual([0, expect.stringContaining("The self-test passed")]);
  expect(out).toMatch(/The client was not asked; it was answered in Countersign, or ended there, after/);
  expect((await selfTests(world)).map((run) => selfTestWords(say, run))).toEqual([
    expect.stringMatching(
      /^The client was not asked. Approved in Countersign after \d+ s. The call was held open for \d+\.\d s. The client has the result.$/,
    ),
  ]);
});

test("S0.61: what forbids the test, or breaks it off, is said in words", async () => {
  const world = await worldWithIt();
  const limited = await (await examined(world, [], { tools: [] })).ended;
  expect(limited).toMatchObject({ code: 1, err: expect.stringContaining("The self-test is not on offer") });
  expect(await world.open()).toEqual([]);
});
