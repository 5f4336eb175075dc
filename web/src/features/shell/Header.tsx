import { useHotkeys } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import type { Session } from '#lib/session.ts';
import { LocationFilter } from '#parts/LocationFilter.tsx';
import { visibleSections } from '#sections.ts';
import { IconClose, IconMenu } from '#ui/icons.tsx';
import { Logo, OwnLogo } from '#ui/Logo.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import styles from './shell.module.css';
import { UserMenu } from './UserMenu.tsx';

const Bell = lazily(async () => (await import('./Bell.tsx')).Bell, { texts: ['inbox'] });

/**
 * Logo, the permitted sections, the location filter, the user menu. On narrow screens the sections fold into a menu.
 */
export function Header({ session }: { session: Session }) {
  const { t } = useTranslation();
  const path = useLocation({ select: (l) => l.pathname });
  // open only for the page it was opened on, so that navigation closes it
  const [openOn, setOpenOn] = useState<string | null>(null);
  const open = openOn === path;
  useHotkeys([['Escape', () => setOpenOn(null)]]);
  const tabs = visibleSections(session);
  const { logo, customerName } = session.me;
  return (
    <header className={styles.header}>
      {tabs.length ? (
        <button
          type="button"
          className={styles.burger}
          aria-expanded={open}
          aria-controls="sections"
          aria-label={t(open ? 'shell.closeSections' : 'shell.openSections')}
          onClick={() => setOpenOn(open ? null : path)}
        >
          {open ? <IconClose size={20} /> : <IconMenu size={20} />}
        </button>
      ) : null}
      <Link to="/" className={styles.logo} {...(logo ? {} : { 'aria-label': t('shell.home') })}>
        {logo ? <OwnLogo src={logo} name={customerName} /> : <Logo name={t('common.product')} size={26} />}
      </Link>
      <nav id="sections" className={styles.tabs} data-open={open} aria-label={t('shell.sections')}>
        {tabs.map(({ id, path: to, icon: Icon }) => (
          <Link key={id} to={to} className={styles.tab} onClick={() => setOpenOn(null)}>
            <Icon size={17} />
            {t(`shell.tabs.${id}`)}
          </Link>
        ))}
      </nav>
      <div className={styles.tools}>
        <LocationFilter />
        <PaletteButton />
        <Suspense>
          <Bell />
        </Suspense>
        <UserMenu me={session.me} />
      </div>
    </header>
  );
}
