import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { keysIn } from "#lib/server/people/keys.ts";
import { hashOf } from "#lib/server/http/session-cookie.ts";
import { tokenSealOf } from "#lib/server/http/token-seal.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { benchStore } from "./bench-store.ts";
import type { Figure } from "./figure.ts";
import { startFleet } from "./fleet.ts";
import { memoryOf } from "./memory-of.ts";
import { preloading } from "./peers.ts";
import { seedPeople, type SeededPerson } from "./seed-people.ts";
import { withOpened } from "./with-opened.ts";

const people = 25;
const clientsOfPerson = 20;
/** That begin together. */
const atOnce = 4;
const answeredAtOnce = 20;
const warmUp = 2;
const patienceMs = 600_000;

type Answer = "approve" | "decline";

/**
 * MCP clients of the older era, each with a session, an open call and a question to its user, on two instances and one
 * PostgreSQL: what one of them costs while it waits, and whether each hears of its own call and no other.
 */
export function gatewayClients(): Promise<Figure[]> {
  return withOpened(async (open) => {
    const store = await open(benchStore("PostgreSQL"));
    const database = await open(store.connect());
    const everybody = await seedPeople(database, people + warmUp);
    const env = { ...preloading("report-memory.ts"), AUTH: "team", ASKS_PER_HOUR: "unlimited" };
    const fleet = await open(startFleet(store, { instances: 2, env }));
    const addresses = fleet.instances.map(({ url }) => url);
    const clients: WaitingClient[] = [];
    const close = async () => void (await Promise.all(clients.map((client) => client.close())));
    await open({ close });
    const connect = async (some: readonly SeededPerson[]) => {
      const connected: WaitingClient[] = [];
      for (const person of some) {
        const key = await keyOf(database, person);
        for (let from = 0; from < clientsOfPerson; from += atOnce) {
          const begun = Array.from({ length: atOnce }, (_, index) => {
            const client = new WaitingClient(addresses[index % addresses.length] ?? "", key);
            clients.push(client);
            connected.push(client);
            return client.ask();
          });
          await Promise.all(begun);
        }
      }
      return connected;
    };
    const memory = async () => {
      const all = await Promise.all(fleet.instances.map((instance) => memoryOf(instance)));
      const sum = (of: (each: (typeof all)[number]) => number) => all.reduce((most, each) => most + of(each), 0);
      return { heap: sum(({ heapUsed }) => heapUsed), rss: sum(({ rss }) => rss) };
    };

    await settle(await connect(everybody.slice(people)));
    const before = await memory();
    const waiting = await connect(everybody.slice(0, people));
    const after = await memory();
    const wrong = await settle(waiting);
    const notes = await database.db.selectFrom("notes").select("text").execute();
    const approved = clients.filter(({ answer }) => answer === "approve").map(({ mark }) => mark);
    const kept = new Set(notes.map(({ text }) => text));
    const runs = notes.length === approved.length && approved.every((mark) => kept.has(mark));
    const count = waiting.length;
    return [
      {
        name: "Clients that heard of another call than their own",
        value: wrong + (runs ? 0 : 1),
        unit: "",
        target: { atMost: 0 },
        note: `${count} clients, 2 instances; ${notes.length} calls ran after ${approved.length} accepts`,
      },
      {
        name: "A client with an open question",
        value: (after.heap - before.heap) / count / 1_000,
        unit: "kB",
        target: { atMost: 100 },
        note: "heap after a garbage collection; session, stream and call",
      },
      { name: "… as the processes grow", value: (after.rss - before.rss) / count / 1_000, unit: "kB", note: "RSS" },
    ];
  });
}

async function keyOf(database: Database, person: SeededPerson): Promise<string> {
  const keys = keysIn(database, { seal: await tokenSealOf(database) });
  const by = { person: { id: person.id, name: "Somebody", role: "member" as const }, tokenHash: hashOf(person.token) };
  const terms = { tools: null, attests: 3 as const, inbox: true };
  const made = await keys.make(by, { name: "desk", scopes: ["tools:call"], terms, days: 1 });
  if (typeof made === "string") throw new Error(`No key was made: ${made}.`);
  return made.secret;
}

/** Answers all; resolves to how many of them were asked about, or told of, a call that is not theirs. */
async function settle(clients: readonly WaitingClient[]): Promise<number> {
  const right: boolean[] = [];
  for (let from = 0; from < clients.length; from += answeredAtOnce) {
    const some = clients.slice(from, from + answeredAtOnce);
    for (const client of some) client.settle();
    right.push(...(await Promise.all(some.map((client) => client.wasRight()))));
  }
  return right.filter((is) => !is).length;
}

let made = 0;

/** One client whose user answers when told to. */
class WaitingClient {
  readonly mark: string;
  readonly answer: Answer;
  readonly #client: Client;
  readonly #address: string;
  readonly #key: string;
  readonly #go = Promise.withResolvers<void>();
  #asked = "";
  #result: Promise<{ isError?: boolean | undefined; content: unknown }> | null = null;

  constructor(address: string, key: string) {
    made += 1;
    this.mark = `mark-${made}-`;
    this.answer = made % 2 === 0 ? "approve" : "decline";
    this.#address = address;
    this.#key = key;
    this.#client = new Client(
      { name: "bench", version: "1" },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "legacy" } },
    );
  }

  /** Connects and makes a call; resolves when its user is asked. */
  async ask(): Promise<void> {
    const asked = Promise.withResolvers<void>();
    this.#client.setRequestHandler("elicitation/create", async ({ params }) => {
      this.#asked = params.message;
      asked.resolve();
      await this.#go.promise;
      return { action: "accept" as const, content: { decision: this.answer } };
    });
    await this.#client.connect(
      new StreamableHTTPClientTransport(new URL("/api/mcp", this.#address), {
        requestInit: { headers: { authorization: `Bearer ${this.#key}` } },
      }),
    );
    const call = { name: "app__add_note", arguments: { text: this.mark } };
    this.#result = this.#client.callTool(call, { timeout: patienceMs, resetTimeoutOnProgress: true });
    this.#result.catch(asked.reject);
    await asked.promise;
  }

  settle(): void {
    this.#go.resolve();
  }

  async wasRight(): Promise<boolean> {
    const result = await this.#result;
    const ran = result?.isError !== true && JSON.stringify(result?.content).includes("Noted under");
    return this.#asked.includes(this.mark) && ran === (this.answer === "approve");
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
