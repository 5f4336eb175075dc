import { invitationPage } from '@keyward/contract/account-calls';
import type { InvitationPage } from '@keyward/contract/invitation-page';
import type { KeyStatus } from '@keyward/contract/onepass';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';

/** Time for which codes are shown after a click. */
const shownMs = 120_000;

export type ShownCode = {
  /** Null if it was used; the next code comes at `ends`. */
  code: string | null;
  /** Instant of the next code, and instant at which codes are hidden, in milliseconds since 1970. */
  ends: number;
  hides: number;
};
type Shown = { step: 'hidden'; error?: string } | { step: 'asking' } | ({ step: 'shown' } & ShownCode);

type Key = Pick<InvitationPage['keys'][number], 'id' | 'uses'>;

/**
 * The code of a key while it is shown: a new one at the end of each minute, and the server's answer after a use. `onEnd` is
 * called once the key no longer opens anything.
 */
export function useCode(invitation: string, { id: key, uses }: Key, onEnd: (state: KeyStatus) => void) {
  const [shown, setShown] = useState<Shown>({ step: 'hidden' });
  const errorText = useErrorText();
  const hide = useCallback(() => setShown({ step: 'hidden' }), []);

  const fetchCode = useCallback(
    async (hides: number) => {
      try {
        const { data } = await call(invitationPage.code, { body: { invitation, key } });
        if (data.state !== 'active') {
          hide();
          return onEnd(data.state);
        }
        // the page was hidden while the code was requested
        if (document.hidden) return hide();
        const ends = Date.now() + data.seconds_left * 1000;
        // the recipient hid the code while it was requested
        setShown((last) => (last.step === 'hidden' ? last : { step: 'shown', code: data.code, ends, hides }));
      } catch (error) {
        setShown({ step: 'hidden', error: errorText(error) });
      }
    },
    [invitation, key, hide, onEnd, errorText],
  );
  const show = () => {
    setShown({ step: 'asking' });
    void fetchCode(Date.now() + shownMs);
  };

  // timers and visibility are outside React: no code stays on a hidden page
  useEffect(() => {
    if (shown.step !== 'shown') return;
    const { ends, hides } = shown;
    const next = setTimeout(
      () => (ends >= hides ? hide() : void fetchCode(hides)),
      Math.max(0, Math.min(ends, hides) - Date.now()),
    );
    const away = () => document.hidden && hide();
    document.addEventListener('visibilitychange', away);
    addEventListener('pagehide', hide);
    return () => {
      clearTimeout(next);
      document.removeEventListener('visibilitychange', away);
      removeEventListener('pagehide', hide);
    };
  }, [shown, fetchCode, hide]);

  const usesBefore = useRef(uses);
  const onUse = useEffectEvent(() => shown.step === 'shown' && void fetchCode(shown.hides));
  // a use happens at the lock, so it is noticed here
  useEffect(() => {
    if (uses > usesBefore.current) onUse();
    usesBefore.current = uses;
  }, [uses]);

  return { shown, show, hide };
}
