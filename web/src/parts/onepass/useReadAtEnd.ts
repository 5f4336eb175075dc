import { useEffect } from 'react';

/** Delay after the end, in ms, so that the server's clock has passed it as well. */
const laterMs = 1_000;
/** The longest delay of a browser's timer, in ms. */
const longestMs = 2 ** 31 - 1;

/**
 * Reads again when one of these keys ends: its actions change then, and no hint of the server says so, because nothing was
 * written.
 */
export function useReadAtEnd(ends: readonly string[], read: () => void): void {
  const instants = ends.join();
  useEffect(() => {
    // timers are outside React
    const timers = instants
      .split(',')
      .map((end) => Date.parse(end) - Date.now())
      .filter((left) => left > 0 && left + laterMs < longestMs)
      .map((left) => setTimeout(read, left + laterMs));
    return () => timers.forEach(clearTimeout);
  }, [instants, read]);
}
