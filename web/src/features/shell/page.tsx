import { Outlet, useMatches } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { addMoreTexts } from '#lib/i18n.ts';
import { useSession } from '#lib/session.ts';
import { sections } from '#sections.ts';
import { MainAlert } from '#ui/Alerts.tsx';
import { NoPermission } from '#ui/states.tsx';
import { Header } from './Header.tsx';
import styles from './shell.module.css';

const afterFirstPicture = 2000;
/**
 * What watches over session and connection comes when the page is there, so that no list waits for it. Should it not
 * load, the portal works all the same, and the server ends idle sessions by itself.
 */
const Extras = lazy(async (): Promise<{ default: ComponentType }> => {
  await new Promise((done) => setTimeout(done, afterFirstPicture));
  try {
    const [{ Extras: Loaded }] = await Promise.all([import('./Extras.tsx'), addMoreTexts()]);
    return { default: Loaded };
  } catch {
    return { default: () => null };
  }
});

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
