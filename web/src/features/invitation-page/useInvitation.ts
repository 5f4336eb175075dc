import { invitationPage } from '@keyward/contract/account-calls';
import type { InvitationPage } from '@keyward/contract/invitation-page';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '#lib/call.ts';
import { showLanguage } from '#lib/i18n.ts';
import { chosenLocale, invitationTexts } from './language.ts';
import { dropToken, type Which } from './which.ts';

/** Intervals of reads, in ms: with a code on screen, otherwise, once the invitation is over; the longest after failures. */
const pauses = { code: 5000, usual: 15_000, over: 60_000, longest: 120_000 } as const;

export type Loaded =
  | { step: 'loading' }
  /** The link or the bond is unknown or has ended. */
  | { step: 'invalid' }
  | { step: 'failed'; error: unknown }
  /** `late`: the last call failed. */
  | { step: 'page'; page: InvitationPage; late: boolean };

/** The first answer, whose request was sent before the first render. */
export type Opening = Promise<{ data: InvitationPage }>;

/** The address of the logo, requested once: it does not change while the page is open. */
function useLogo(which: Which, wanted: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const asked = useRef(false);
  // the page works without the logo
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

/** The invitation on screen, read repeatedly while the page is visible. */
export function useInvitation(first: Which, opening: Opening) {
  const [which, setWhich] = useState(first);
  const [loaded, setLoaded] = useState<Loaded>({ step: 'loading' });
  const [codeShown, setCodeShown] = useState(false);
  const failures = useRef(0);
  /** Numbers reads by request and acts by answer; an answer older than the newest is ignored. */
  const numbers = useRef(0);
  const newest = useRef(0);

  const show = useCallback(async (page: InvitationPage, number: number) => {
    if (number < newest.current) return;
    newest.current = number;
    failures.current = 0;
    // without its texts the page stays in the language on screen, and the next read requests them again
    await showLanguage(chosenLocale() ?? page.locale, invitationTexts).catch(() => undefined);
    if (number < newest.current) return;
    if (page.bond === 'here') setWhich((last) => ('token' in last ? dropToken(page.id) : last));
    setLoaded({ step: 'page', page, late: false });
  }, []);
  /** Shows the page that an act answered with. */
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

  // applies the first answer, requested before the first render
  useEffect(() => {
    opening.then(
      ({ data }) => show(data, 0),
      (error: unknown) => fail(error, 0),
    );
  }, [opening, show, fail]);

  const over = loaded.step === 'page' && loaded.page.state !== 'active';
  // timers and visibility are outside React; a hidden page reads nothing, and reads again once it is visible
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
