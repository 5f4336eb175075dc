/**
 * Runs `work` when it is asked for, at most every `ms` and never twice at once; what is asked for meanwhile is one more
 * run afterwards. `stop` ends it.
 */
export function paced(work: () => Promise<unknown>, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let wanted = false;
  let stopped = false;
  let last = -Infinity;
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
      .catch(() => undefined) // the next hint asks again
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
