import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Ask } from "./ask.ts";
import type { Crew } from "./crew.ts";
import { payment, randomPlan, textOf, type Payment, type Shares } from "./plan.ts";
import type { Random } from "./random.ts";

type Options = Shares & {
  crew: Crew;
  ask: Ask;
  random: Random;
  /** Chats that are live at once. */
  chats: number;
  /** How long the question of a `rush` is open. */
  rushMs: number;
  /** Until then new chats are started. */
  until: number;
};

const openShape = z.array(
  z
    .object({
      view: z.object({
        approvalId: z.string(),
        tool: z.object({ name: z.string() }),
        subject: z.object({ argumentsJson: z.string() }),
      }),
    })
    .transform(({ view }) => view),
);
type Open = z.infer<typeof openShape>[number];

const answerReply = z.object({ approval: z.object({ status: z.string() }) });
const chatReply = z.object({ run: z.object({ id: z.string() }).nullable() });

type Said = { action: "accept" | "decline" | "cancel"; edited: Payment | null };

/**
 * The people: they write messages, and for each question three of them answer at about the same time through different
 * processes. Who gets no answer, or hears that the store is not there, says the same again.
 */
export class Crowd {
  readonly #options: Options;
  /** Chats whose run has not come to its end. */
  readonly #live = new Set<string>();
  readonly #seen = new Set<string>();
  /** Questions that nobody answered yet, on purpose. */
  readonly #left = new Map<string, Open>();
  readonly #deciding = new Set<Promise<void>>();
  #chats = 0;
  #over = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Until the time is over and `stop` was called. */
  async run(): Promise<void> {
    await Promise.all([this.#write(), this.#watchQuestions(), this.#watchChats()]);
    await Promise.all(this.#deciding);
  }

  /** How much is being said that nobody has taken yet. */
  get saying(): number {
    return this.#deciding.size;
  }

  /** What was left is answered now. */
  answerAll(): void {
    for (const open of this.#left.values()) this.#decideTogether(open, [{ action: "decline", edited: null }]);
    this.#left.clear();
  }

  stop(): void {
    this.#over = true;
  }

  async #write(): Promise<void> {
    const { chats, random, until } = this.#options;
    while (Date.now() < until && !this.#over) {
      await sleep(15);
      if (this.#live.size >= chats) continue;
      this.#chats += 1;
      const id = `chat-${this.#chats}-${random.between(0, 1e9).toString(36)}`;
      this.#live.add(id);
      const text = textOf(randomPlan(random, id, this.#options));
      this.#track(this.#startChat(id, text, random.chance(0.04) ? random.between(0, 1_500) : null));
    }
  }

  async #startChat(chat: string, text: string, stopAfterMs: number | null): Promise<void> {
    const message = `m-${chat}`;
    const body = { chatId: chat, message: { id: message, text } };
    await this.#insist("/api/chat", body, [200, 202], () => ({ to: "turn", chat, message }));
    if (stopAfterMs === null) return;
    await sleep(stopAfterMs);
    await this.#insist(`/api/chat/${chat}/stop`, {}, [200, 404], () => ({ to: "stop", chat }));
  }

  async #watchQuestions(): Promise<void> {
    const { crew, ask, random } = this.#options;
    while (!this.#over) {
      await sleep(60);
      const worker = await crew.anyUp(random);
      const { body } = await ask(worker, "GET", "/api/approvals?limit=200", { asked: () => ({ to: "look" }) });
      const open = openShape.safeParse(body);
      for (const question of open.data ?? []) if (!this.#seen.has(question.approvalId)) this.#consider(question);
    }
  }

  #consider(question: Open): void {
    const { random, until } = this.#options;
    this.#seen.add(question.approvalId);
    const args = payment.parse(JSON.parse(question.subject.argumentsJson));
    const mood = random.next();
    if (mood < 0.06 && Date.now() < until) return void this.#left.set(question.approvalId, question);
    const accept = (): Said => ({
      action: "accept",
      edited: random.chance(0.15) ? { ...args, amount: args.amount + 1 } : null,
    });
    const any = (): Said =>
      random.chance(0.4) ? accept() : { action: random.pick(["decline", "cancel"]), edited: null };
    this.#decideTogether(question, mood < 0.66 ? [accept(), accept(), accept()] : [any(), any(), any()]);
  }

  #decideTogether({ approvalId, tool }: Open, saying: Said[]): void {
    const { random, rushMs } = this.#options;
    // Around the deadline, where there is one to miss.
    const together = tool.name === "rush" && random.chance(0.6) ? random.between(rushMs - 400, rushMs + 900) : 0;
    for (const said of saying) {
      const delay = together + random.between(0, random.pick([5, 5, 300]));
      this.#track(sleep(delay).then(() => this.#decide(approvalId, said)));
    }
  }

  async #decide(approval: string, { action, edited }: Said): Promise<void> {
    const body = { approvalId: approval, action, ...(edited === null ? {} : { arguments: edited }) };
    await this.#insist("/api/chat/elicitation", body, [200, 404, 409, 410, 422], (reply) => {
      const said = answerReply.safeParse(reply.body).data?.approval.status ?? null;
      return { to: "answer", approval, action, edited, said };
    });
  }

  /** Asks one process after the other until one of them gives an answer that settles it. */
  async #insist(path: string, body: object, settling: number[], asked: Parameters<Ask>[3]["asked"]): Promise<void> {
    const { crew, ask, random } = this.#options;
    while (!this.#over) {
      const { status } = await ask(await crew.anyUp(random), "POST", path, { body, asked });
      if (status !== null && settling.includes(status)) return;
      await sleep(random.between(30, 200));
    }
  }

  async #watchChats(): Promise<void> {
    const { crew, ask, random } = this.#options;
    while (!this.#over) {
      for (const chat of this.#live) {
        await sleep(25);
        const worker = await crew.anyUp(random);
        const { body, status } = await ask(worker, "GET", `/api/chat/${chat}`, { asked: () => ({ to: "look" }) });
        if (status === 200 && chatReply.safeParse(body).data?.run === null) this.#live.delete(chat);
      }
      await sleep(25);
    }
  }

  #track(work: Promise<void>): void {
    this.#deciding.add(work);
    work.finally(() => this.#deciding.delete(work)).catch(() => {});
  }
}
