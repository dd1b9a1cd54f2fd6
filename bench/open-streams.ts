import { Agent, request, type ClientRequest } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { mostStreams, mostStreamsPerPerson } from "#lib/server/http/open-streams.ts";
import { benchStore, storeKinds, type StoreKind } from "./bench-store.ts";
import { clockedTool } from "./clocked-tool.ts";
import type { Figure } from "./figure.ts";
import { startFleet } from "./fleet.ts";
import { residentBytesOf } from "./resident-bytes.ts";
import { callingOnce, scriptedModel } from "./scripted-model.ts";
import { cookieOf } from "./seed-chats.ts";
import { seedParked } from "./seed-parked.ts";
import { seedPeople, type SeededPerson } from "./seed-people.ts";
import { withOpened } from "./with-opened.ts";

const fewer = 1_000;
const answers = 20;

/** Many people who watch runs that wait, in one process, for as long as `minutes`. */
export async function openStreams({ minutes }: { minutes: number }): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of storeKinds) figures.push(...(await openStreamsOn(kind, minutes)));
  return figures;
}

function openStreamsOn(kind: StoreKind, minutes: number): Promise<Figure[]> {
  return withOpened(async (open) => {
    const model = await open(scriptedModel(callingOnce(clockedTool)));
    const env = model.env;
    const store = await open(benchStore(kind));
    const database = await open(store.connect());
    // One more than the streams need: it is the one who is declined.
    const people = await seedPeople(database, Math.ceil(mostStreams / mostStreamsPerPerson) + 1);
    await seedParked(store, database, { env, people, copies: mostStreams + people.length });
    const parked = await database.db
      .selectFrom("approvals")
      .select(["id", "chat_id", "person_id"])
      .where("status", "=", "pending")
      .execute();
    const fleet = await open(startFleet(store, { instances: 1, env }));
    const [instance] = fleet.instances;
    if (instance === undefined) throw new Error("No instance runs.");
    const watching = await open(new Watching(instance.url, (person) => cookieOf(person.token, fleet.url)));
    const chatsOf = Map.groupBy(parked, ({ person_id }) => person_id);
    const places = people.flatMap((person) =>
      (chatsOf.get(person.id) ?? []).slice(0, mostStreamsPerPerson).map((approval) => ({ person, ...approval })),
    );

    const rest = residentBytesOf(instance.pid());
    await watching.open(places.slice(0, fewer));
    const withFewer = await mostResident(instance.pid(), minutes * 60_000);
    const lost = watching.lost;
    const told = await answered(fleet.clientOf, places.slice(0, answers), watching);
    await watching.open(places.slice(fewer, mostStreams + answers));
    const withAll = await mostResident(instance.pid(), 15_000);
    const next = places[mostStreams + answers];
    const declined = next === undefined ? null : await watching.refusal(next);
    return [
      {
        name: `${kind}: ${fewer} open streams of parked runs, dropped`,
        value: lost,
        unit: "",
        target: { atMost: 0 },
        note: `in ${minutes} min; ${told} of ${answers} then heard of their answer at once`,
      },
      {
        name: `${kind}: … memory of the server`,
        value: withFewer / 1e6,
        unit: "MB",
        target: { atMost: 600 },
        note: `most RSS in that time; ${(rest / 1e6).toFixed(0)} MB before`,
      },
      {
        name: `${kind}: ${watching.count} open streams, memory of the server`,
        value: withAll / 1e6,
        unit: "MB",
        target: { atMost: 1_000 },
        note: `dropped: ${watching.lost - lost}; ${declined ?? "no next one"}`,
      },
    ];
  });
}

type Place = { person: SeededPerson; id: string; chat_id: string };

/** The most that a process has in memory, looked at every second. */
async function mostResident(pid: number, forMs: number): Promise<number> {
  const until = performance.now() + forMs;
  let most = 0;
  while (performance.now() < until) {
    most = Math.max(most, residentBytesOf(pid));
    await delay(1_000);
  }
  return most;
}

/** Declines these; resolves to how many of their streams said so and ended. */
async function answered(
  clientOf: Awaited<ReturnType<typeof startFleet>>["clientOf"],
  places: readonly Place[],
  watching: Watching,
): Promise<number> {
  const before = watching.finished;
  for (const { person, id: approvalId } of places) {
    await clientOf(person, 0).post("/api/chat/elicitation", { approvalId, action: "decline" });
  }
  const until = performance.now() + 10_000;
  while (watching.finished - before < places.length && performance.now() < until) await delay(50);
  return watching.finished - before;
}

/** Open streams of one app, with as little as possible of our own for each. */
class Watching {
  /** Ended without the end of the answer. */
  lost = 0;
  finished = 0;
  readonly #origin: string;
  readonly #cookie: (person: SeededPerson) => string;
  readonly #agent = new Agent({ maxSockets: Infinity });
  readonly #open = new Set<ClientRequest>();

  constructor(origin: string, cookie: (person: SeededPerson) => string) {
    this.#origin = origin;
    this.#cookie = cookie;
  }

  get count(): number {
    return this.#open.size;
  }

  async open(places: readonly Place[]): Promise<void> {
    for (let from = 0; from < places.length; from += 20) {
      await Promise.all(places.slice(from, from + 20).map((place) => this.#watch(place)));
    }
  }

  /** What somebody hears who gets no stream; null when they get one. */
  async refusal(place: Place): Promise<string | null> {
    const { response } = await this.#ask(place);
    if (response.statusCode === 200) {
      response.destroy();
      return null;
    }
    const { detail } = JSON.parse(await text(response)) as { detail: string };
    return `the next one: ${response.statusCode} ${detail}`;
  }

  async #watch(place: Place): Promise<void> {
    const { asked, response } = await this.#ask(place);
    if (response.statusCode !== 200) throw new Error(`No stream, but ${response.statusCode}: ${await text(response)}`);
    this.#open.add(asked);
    let end = "";
    response.setEncoding("utf8");
    response.on("data", (piece: string) => {
      end = (end + piece).slice(-400);
    });
    response.on("error", () => {});
    response.on("close", () => {
      if (!this.#open.delete(asked)) return;
      if (end.includes('"type":"finish"')) this.finished += 1;
      else this.lost += 1;
    });
  }

  #ask({ person, chat_id }: Place) {
    type Asked = { asked: ClientRequest; response: Parameters<Parameters<typeof request>[2] & object>[0] };
    return new Promise<Asked>((resolve, reject) => {
      const headers = { origin: this.#origin, cookie: this.#cookie(person) };
      const asked = request(`${this.#origin}/api/chat/${chat_id}/stream`, { agent: this.#agent, headers });
      asked.on("error", reject);
      asked.on("response", (response) => resolve({ asked, response }));
      asked.end();
    });
  }

  close(): void {
    const open = [...this.#open];
    this.#open.clear();
    for (const asked of open) asked.destroy();
    this.#agent.destroy();
  }
}
