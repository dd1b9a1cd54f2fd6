/** Runs the work given to it one after the other, so that nobody acts on figures that are about to change. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function queue(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    // Whoever gave the work hears of its failure through `result`; the next in line only waits for the end.
    last = result.catch(() => undefined);
    return result;
  };
}
