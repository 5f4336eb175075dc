import { useEffect, useState } from 'react';

const left = (end: number) => Math.max(0, Math.ceil((end - Date.now()) / 1000));

/** Seconds until `end` (milliseconds since 1970), counted down to 0. */
export function useSecondsLeft(end: number): number {
  const [, tick] = useState(0);
  const seconds = left(end);
  // fires when the number next changes; the clock is outside React
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => tick((n) => n + 1), end - Date.now() - (seconds - 1) * 1000);
    return () => clearTimeout(timer);
  });
  return seconds;
}
