import './styles.css';
import { paths } from '@keyward/contract/paths';
import { MantineProvider } from '@mantine/core';
import { startTransition, StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { nextTask } from '#lib/nextTask.ts';
import { storageKeys, stored } from '#lib/storage.ts';
import { cssVariables, theme } from './theme.ts';

/*
 * The portal starts in two halves to keep the sign-in page small: /username and /password (features/auth/start.tsx) and
 * the other pages that need no session (features/auth/open.tsx) come without router, lists and schemas; everything else
 * is app.tsx. A browser not known to be signed in gets the first half, which checks the session and loads the second if
 * there is one.
 */
const signInPaths = [paths.username(), paths.password()];
const lightPaths = [paths.forgotPassword(), paths.setPassword(), paths.sso(), paths.apps(), paths.keypad()];
const isLight = (path: string) => lightPaths.some((light) => path === light || path.startsWith(`${light}/`));

const box = document.querySelector('#root');
if (!box) throw new Error('index.html has no #root');
const root = createRoot(box);
// every variable is written at run time, so Mantine's file of defaults need not be loaded
const show = (page: ReactNode) =>
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        deduplicateCssVariables={false}
      >
        {page}
      </MantineProvider>
    </StrictMode>,
  );

/** Shows the portal at the current address. The page on screen stays until it is ready. */
async function enter(): Promise<void> {
  const path = location.pathname.replace(/\/$/, '');
  if (path === paths.keypad()) {
    const { prepareKeypad } = await import('./features/keypad/page.tsx');
    return show(await prepareKeypad());
  }
  if (path === paths.invitation()) {
    const { prepareInvitation } = await import('./features/invitation-page/page.tsx');
    return show(await prepareInvitation());
  }
  if (isLight(location.pathname)) {
    const { prepareOpen } = await import('./features/auth/open.tsx');
    return show(await prepareOpen(enter));
  }
  const { prepareApp } = await import('./app.tsx');
  await nextTask();
  const portal = await prepareApp({ show, enter });
  // rendered in slices: the browser answers the pointer in between
  startTransition(() => show(portal));
}

async function start(): Promise<void> {
  const path = location.pathname;
  const known = stored.read(storageKeys.session) !== null && !signInPaths.includes(path);
  if (known || path === paths.build() || isLight(path)) return enter();
  const { prepareSignIn } = await import('./features/auth/start.tsx');
  const page = await prepareSignIn(enter);
  return page ? show(page) : enter();
}

// not awaited: modules that it loads may import from this file's chunk
void start();
