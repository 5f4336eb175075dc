import './app.css';
import { paths } from '@keyward/contract/paths';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { flushSync } from 'react-dom';
import { queryClient } from '#lib/api.ts';
import { browserZone } from '#lib/dates.ts';
import { nextTask } from '#lib/nextTask.ts';
import { forgetAll, setEndPages } from '#lib/ending.ts';
import { entryState } from '#lib/entry.ts';
import { beginTexts, portalTexts, showLanguage, startLocale } from '#lib/i18n.ts';
import { dropKept } from '#lib/kept.ts';
import { lazily } from '#lib/lazily.ts';
import { setGone } from '#lib/leaving.ts';
import { askSessionAhead } from '#lib/session.ts';
import { LateNotice } from '#ui/LateNotice.tsx';
import { askAhead } from './list/views/askAhead.ts';
import { OtherPerson } from './features/shell/OtherPerson.tsx';
import { newRouter, pageAt } from './routes.tsx';

const SignIn = lazily(async () => (await import('./features/auth/SignIn.tsx')).SignIn);
const signInAfterMs = 2500;

type Options = {
  show: (page: ReactNode) => void;
  /** Shows the portal at the current address, after signing in again. */
  enter: () => Promise<void>;
};

/** The portal behind the sign-in page, loaded up to its first page and ready to be shown. */
export async function prepareApp({ show, enter }: Options): Promise<ReactNode> {
  const router = newRouter();
  /** Replaces the portal at once: nothing of the session stays on screen or in memory. */
  const replace = (page: ReactNode) => {
    flushSync(() => show(page));
    router.history.destroy();
    forgetAll();
    setGone();
  };
  setEndPages({
    signIn: (message) => {
      replace(
        <Suspense fallback={<LateNotice />}>
          <SignIn message={message} enter={enter} />
        </Suspense>,
      );
      history.pushState(entryState(1), '', paths.username());
    },
    otherPerson: () => {
      dropKept();
      replace(<OtherPerson />);
    },
  });
  const locale = startLocale();
  await beginTexts(locale);
  askAhead(location);
  // the one page of the portal that needs no session
  if (location.pathname !== paths.build()) askSessionAhead();
  void pageAt(location)?.preload();
  // reading the browser's zone for the first time takes a while: it runs beside the requests, in a task of its own
  await nextTask();
  browserZone();
  await nextTask();
  await showLanguage(locale, portalTexts);
  await router.load();
  // after the first list and before it is needed, since a session may end without a connection
  setTimeout(() => void SignIn.preload(), signInAfterMs);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
