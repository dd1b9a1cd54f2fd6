type Closable = { close: () => Promise<void> | void };
export type Open = <Opened extends Closable>(opening: Opened | Promise<Opened>) => Promise<Opened>;

/** Runs `work` and then closes all that it opened, latest first, also when it fails: no process is left behind. */
export async function withOpened<Result>(work: (open: Open) => Promise<Result>): Promise<Result> {
  const opened: Closable[] = [];
  try {
    return await work(async (opening) => {
      const ready = await opening;
      opened.push(ready);
      return ready;
    });
  } finally {
    for (const each of opened.toReversed()) await each.close();
  }
}
