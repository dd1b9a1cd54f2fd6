import { z } from "zod";

const shape = z.object({
  v: z.literal(1),
  oldSince: z.number().nullable(),
  ignoresPing: z.boolean(),
  asking: z.array(z.string()),
  tellsOfPages: z.boolean().default(false),
});
type Known = z.infer<typeof shape>;

/** After this time the program is asked again: it may be another version. */
const oldForMs = 7 * 24 * 60 * 60_000;
const maxAsking = 200;

/** What was learnt about how one server behaves. Its connections share it, and the store keeps it over restarts. */
export class Manners {
  #known: Known = { v: 1, oldSince: null, ignoresPing: false, asking: [], tellsOfPages: false };
  readonly #learnt: (text: string) => void;

  /** `learnt` is told everything that is known, as text, whenever that changes. */
  constructor(learnt: (text: string) => void = () => {}) {
    this.#learnt = learnt;
  }

  recall(text: string): void {
    const read = shape.safeParse(JSON.parse(text));
    if (!read.success) return;
    const { oldSince, ...known } = read.data;
    this.#known = { ...known, oldSince: oldSince !== null && Date.now() - oldSince < oldForMs ? oldSince : null };
  }

  /** A program that said nothing when it was asked for its protocol, or ended; it is not asked again. */
  get isOld(): boolean {
    return this.#known.oldSince !== null;
  }
  set isOld(isOld: boolean) {
    if (isOld !== this.isOld) this.#learn({ oldSince: isOld ? Date.now() : null });
  }

  /** It says nothing to a `ping`, and answers other requests. */
  get ignoresPing(): boolean {
    return this.#known.ignoresPing;
  }
  set ignoresPing(ignoresPing: boolean) {
    if (ignoresPing !== this.ignoresPing) this.#learn({ ignoresPing });
  }

  /** It says when people are done on a page that it sent them to. */
  get tellsOfPages(): boolean {
    return this.#known.tellsOfPages;
  }
  set tellsOfPages(tellsOfPages: boolean) {
    if (tellsOfPages !== this.tellsOfPages) this.#learn({ tellsOfPages });
  }

  /** It asked people in the middle of a call, in a way that names no call. */
  get asks(): boolean {
    return this.#known.asking.length > 0;
  }

  /** Whether it did so while this tool ran; "" stands for no tool. */
  asksIn(tool: string): boolean {
    return this.#known.asking.includes(tool);
  }

  heardAsk(tool: string): void {
    if (!this.asksIn(tool)) this.#learn({ asking: [...this.#known.asking, tool].slice(-maxAsking) });
  }

  #learn(news: Partial<Known>): void {
    this.#known = { ...this.#known, ...news };
    this.#learnt(JSON.stringify(this.#known));
  }
}
