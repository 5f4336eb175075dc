import { invitationPage } from '@keyward/contract/account-calls';
import type { InvitationPage } from '@keyward/contract/invitation-page';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '#lib/call.ts';
import { showLanguage } from '#lib/i18n.ts';
import { chosenLocale, invitationTexts } from './language.ts';
import { dropToken, type Which } from './which.ts';

/** In milliseconds: while a code is on screen, otherwise, once it opens nothing, and at most after failures. */
const pauses = { code: 5000, usual: 15_000, over: 60_000, longest: 120_000 } as const;

export type Loaded =
  | { step: 'loading' }
  /** The link or the bond is unknown, or has ended. */
  | { step: 'invalid' }
  | { step: 'failed'; error: unknown }
  /** `late`: the last call failed. */
  | { step: 'page'; page: InvitationPage; late: boolean };

/** The first answer, requested before the first render. */
export type Opening = Promise<{ data: InvitationPage }>;

/** The logo is asked for once: it does not change while the page is open. */
function useLogo(which: Which, wanted: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const asked = useRef(false);
  // without the logo the page works as well
  useEffect(() => {
    if (!wanted || asked.current) return;
    asked.current = true;
    call(invitationPage.logo, { body: which }).then(
      ({ data }) => setUrl(data.url),
      () => undefined,
    );
  }, [which, wanted]);
  return url;
}

/** The invitation on screen, fetched again and again while the page is visible. */
export function useInvitation(first: Which, opening: Opening) {
  const [which, setWhich] = useState(first);
  const [loaded, setLoaded] = useState<Loaded>({ step: 'loading' });
  const [codeShown, setCodeShown] = useState(false);
  const failures = useRef(0);
  /** Readings are numbered as they are asked for, acts as they are answered; an answer older than the newest is ignored. */
  const numbers = useRef(0);
  const newest = useRef(0);

  const show = useCallback(async (page: InvitationPage, number: number) => {
    if (number < newest.current) return;
    newest.current = number;
    failures.current = 0;
    // without its texts the page stays in the language on screen, and the next reading asks for them again
    await showLanguage(chosenLocale() ?? page.locale, invitationTexts).catch(() => undefined);
    if (number < newest.current) return;
    if (page.bond === 'here') setWhich((last) => ('token' in last ? dropToken(page.id) : last));
    setLoaded({ step: 'page', page, late: false });
  }, []);
  /** Shows the answer to an act. */
  const take = useCallback((page: InvitationPage) => show(page, ++numbers.current), [show]);

  const fail = useCallback((error: unknown, number: number) => {
    if (number < newest.current) return;
    failures.current++;
    if (error instanceof ApiError && error.code === 'linkNotValid') return setLoaded({ step: 'invalid' });
    setLoaded((last) => (last.step === 'page' ? { ...last, late: true } : { step: 'failed', error }));
  }, []);
  const load = useCallback(() => {
    const number = ++numbers.current;
    return call(invitationPage.open, { body: which }).then(
      ({ data }) => show(data, number),
      (error: unknown) => fail(error, number),
    );
  }, [which, show, fail]);

  // applies the first answer, requested before the first render; those after it follow
  useEffect(() => {
    opening.then(
      ({ data }) => show(data, 0),
      (error: unknown) => fail(error, 0),
    );
  }, [opening, show, fail]);

  const over = loaded.step === 'page' && loaded.page.state !== 'active';
  // timers and visibility are outside React; a hidden page asks for nothing, and again once it is visible
  useEffect(() => {
    if (loaded.step !== 'page') return;
    const usual = over ? pauses.over : codeShown ? pauses.code : pauses.usual;
    const pause = Math.min(pauses.longest, usual * 2 ** failures.current);
    const timer = setTimeout(() => !document.hidden && void load(), pause);
    const seen = () => !document.hidden && void load();
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [loaded, load, over, codeShown]);

  const hasLogo = loaded.step === 'page' && loaded.page.organization.has_logo;
  return { which, loaded, load, take, setCodeShown, logo: useLogo(which, hasLogo) };
}
