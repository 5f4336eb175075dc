import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Calls `read` whenever the rows are read again, and once at the beginning where the data beside them is older than they are: a
 * list that is opened again may have both. `readAt`: the time when the rows were requested, by performance.now(); undefined
 * before that. `updatedAt`: the time when the data was received, in ms since 1970; 0 before that.
 */
export function useWithRows(readAt: number | undefined, updatedAt: number, read: () => void): void {
  const isOpen = useRef(false);
  const readAgain = useEffectEvent((at: number) => {
    if (updatedAt > 0 && (isOpen.current || performance.timeOrigin + at > updatedAt)) read();
    isOpen.current = true;
  });
  // a read is no part of a render, and the rows come from elsewhere
  useEffect(() => {
    if (readAt !== undefined) readAgain(readAt);
  }, [readAt]);
}
