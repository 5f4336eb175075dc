const tries = 5;

/**
 * Runs `work` on request, at most every `ms` and never concurrently; requests during a run cause one more run
 * afterwards. Transient failures are retried a few times. `stop` ends it.
 */
export function paced(work: () => Promise<unknown>, ms: number, passing: (error: Error) => boolean = () => false) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let wanted = false;
  let stopped = false;
  let last = -Infinity;
  let failures = 0;
  const run = () => {
    timer = undefined;
    if (stopped) return;
    if (running) {
      wanted = true;
      return;
    }
    running = true;
    wanted = false;
    last = performance.now();
    void work()
      .then(() => {
        failures = 0;
      })
      .catch((error: unknown) => {
        // other failures wait for the next hint
        if (error instanceof Error && passing(error) && ++failures < tries) wanted = true;
        else failures = 0;
      })
      .finally(() => {
        running = false;
        if (wanted) ask();
      });
  };
  function ask(): void {
    if (running) wanted = true;
    else timer ??= setTimeout(run, Math.max(0, last + ms - performance.now()));
  }
  return {
    ask,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
