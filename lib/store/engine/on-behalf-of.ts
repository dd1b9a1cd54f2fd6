import { AsyncLocalStorage } from "node:async_hooks";

const key = Symbol.for("countersign.on-behalf-of");
type Holder = { [key]?: AsyncLocalStorage<string> };

/** Kept on globalThis, because Next bundles routes separately, and the store stands outside of their bundles. */
const whose = ((globalThis as Holder)[key] ??= new AsyncLocalStorage<string>());

/** Does the work of one person: what it asks of the store waits in their line, also what it starts and leaves behind. */
export function onBehalfOf<Result>(who: string, work: () => Result): Result {
  return whose.run(who, work);
}

/** Does work of the app itself that somebody's request happened to start. */
export function forEverybody<Result>(work: () => Result): Result {
  return whose.exit(work);
}

/** Whose work this is; undefined for the app's own. */
export function whoseWork(): string | undefined {
  return whose.getStore();
}
