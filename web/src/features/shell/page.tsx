import { Outlet, useMatches } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { sections } from '#sections.ts';
import { MainAlert } from '#ui/Alerts.tsx';
import { NoPermission } from '#ui/states.tsx';
import { Header } from './Header.tsx';
import styles from './shell.module.css';

const Extras = lazily(async () => (await import('./Extras.tsx')).Extras);

/** The frame of every page inside: header, the page, its alert. */
export function Shell() {
  const { t } = useTranslation();
  const session = useSession();
  const page = useMatches().at(-1);
  const needs = page?.staticData.needs;
  const section = sections.find((s) => page?.pathname.startsWith(s.path));
  const name = section ? `${t(`shell.tabs.${section.id}`)} · ` : '';
  return (
    <>
      <title>{`${name}${t('common.product')}`}</title>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <Header session={session} />
      <MainAlert />
      <Suspense>
        <Extras />
      </Suspense>
      <main id="content" tabIndex={-1} className={styles.content}>
        {needs && !needs.holds(session.authority) ? <NoPermission wholePage /> : <Outlet />}
      </main>
    </>
  );
}
