/**
 * Resolves in a task of its own, so that the browser can answer the pointer first. Not a timer, which a browser delays by a
 * second in a tab that is not on screen.
 */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const passed = () => {
      port1.close();
      resolve();
    };
    port1.addEventListener('message', passed, { once: true });
    port1.start();
    port2.postMessage(undefined);
  });
