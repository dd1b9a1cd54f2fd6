const firstPause = 250;
const longestPause = 2_000;

type Options = {
  /** No new attempt begins after so many ms. */
  within: number;
  onFailure: (error: unknown) => void;
};

/** Attempts it again, less and less often, while it rejects; rejects with the last error when it is no use any more. */
export async function tryAgain<Result>(
  attempt: () => Promise<Result>,
  { within, onFailure }: Options,
): Promise<Result> {
  const begun = Date.now();
  for (let pause = firstPause; ; pause = Math.min(longestPause, 2 * pause)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() - begun + pause > within) throw error;
      onFailure(error);
    }
    await wait(pause);
  }
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
