import { keypad } from '@keyward/contract/account-calls';
import type { KeypadLock } from '@keyward/contract/keypad';
import { paths } from '@keyward/contract/paths';
import { useCallback, useEffect, useState } from 'react';
import { ApiError, call } from '#lib/call.ts';

/** Intervals of reads, in ms: while the simulation starts, and afterwards. */
const pauses = { starting: 1500, usual: 10_000 } as const;

export type Locks =
  | { step: 'loading' }
  /** Not in demo mode, or not on the server's machine. */
  | { step: 'off' }
  | { step: 'failed'; error: unknown }
  | { step: 'shown'; locks: readonly KeypadLock[] };

/** The simulated locks, read repeatedly while the page is visible, and the chosen one, kept in the address. */
export function useLocks() {
  const [state, setState] = useState<Locks>({ step: 'loading' });
  const [serial, setSerial] = useState(() => new URLSearchParams(location.search).get('lock') ?? '');
  const load = useCallback(
    () =>
      call(keypad.locks).then(
        ({ data }) => setState({ step: 'shown', locks: data }),
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return setState({ step: 'off' });
          setState((last) => (last.step === 'shown' ? last : { step: 'failed', error }));
        },
      ),
    [],
  );
  // the server is outside React
  useEffect(() => void load(), [load]);

  const locks = state.step === 'shown' ? state.locks : [];
  const isOff = state.step === 'off';
  // timers are outside React; a hidden page reads nothing
  useEffect(() => {
    if (isOff) return;
    const timer = setInterval(
      () => !document.hidden && void load(),
      locks.length === 0 ? pauses.starting : pauses.usual,
    );
    return () => clearInterval(timer);
  }, [isOff, locks.length, load]);

  const lock = locks.find((one) => one.serial === serial) ?? locks.find(({ keys }) => keys > 0) ?? locks[0];
  const choose = (chosen: string) => {
    setSerial(chosen);
    history.replaceState(null, '', paths.keypad(chosen));
  };
  return { state, locks, lock, choose, load };
}
