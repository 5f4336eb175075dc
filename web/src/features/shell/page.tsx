import { Outlet, useMatches } from '@tanstack/react-router';
import { Suspense, useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession, watchTabs } from '#lib/session.ts';
import { sections } from '#sections.ts';
import { MainAlert } from '#ui/Alerts.tsx';
import { dismissConfirmation, InConfirmation, useConfirmation } from '#ui/confirmation.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { NoPermission } from '#ui/states.tsx';
import { AutoLogout } from './AutoLogout.tsx';
import { Confirming } from './Confirming.tsx';
import { Header } from './Header.tsx';
import { KeptForms } from './KeptForms.tsx';
import styles from './shell.module.css';
import { SigningOut } from './SigningOut.tsx';
import { useAddressChange } from './useAddressChange.ts';

/** Frame of every signed-in page: header, page, alert. */
export function Shell() {
  const { t } = useTranslation();
  const session = useSession();
  // the other tabs are outside React
  useEffect(watchTabs, []);
  const page = useMatches().at(-1);
  const needs = page?.staticData.needs;
  const section = sections.find((s) => page?.pathname.startsWith(s.path));
  const name = section ? `${t(`shell.tabs.${section.id}`)} · ` : '';
  return (
    <>
      <title>{`${name}${t('common.product')}`}</title>
      <a
        className={styles.skip}
        href="#content"
        // not through the address: the router would not have numbered the history entry, and Back would reload
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
      <Header session={session} />
      <MainAlert />
      <Confirming />
      <SigningOut />
      <AutoLogout />
      <KeptForms />
      <Confirmation />
      <main id="content" tabIndex={-1} className={styles.content}>
        {needs && !needs.holds(session.authority) ? <NoPermission wholePage /> : <Page />}
      </main>
    </>
  );
}

/** The portal's question above the page. A change of address withdraws it. */
function Confirmation() {
  const asked = useConfirmation();
  useAddressChange(dismissConfirmation);
  return asked ? (
    <InConfirmation value>
      <Suspense>{asked}</Suspense>
    </InConfirmation>
  ) : null;
}

/** The page, possibly still loading. It first renders after the frame: both at once would keep the browser busy for long. */
function Page() {
  const isNext = useDeferredValue(true, false);
  if (!isNext) return null;
  return (
    <Suspense fallback={<Spinner m="auto" display="block" mt="20vh" />}>
      <Outlet />
    </Suspense>
  );
}
