const quietMs = 60_000;

/**
 * For what others can bring about any number of times: `say` is called once a minute, with how many more there were since
 * it was called last (G16: bounded growth of logs).
 */
export function onceAMinute<Said>(
  say: (said: Said, more: number) => void,
  clock: () => number = () => performance.now(),
): (said: Said) => void {
  let saidAt = -Infinity;
  let unsaid = 0;
  return (said) => {
    if (clock() - saidAt < quietMs) {
      unsaid += 1;
      return;
    }
    say(said, unsaid);
    saidAt = clock();
    unsaid = 0;
  };
}
