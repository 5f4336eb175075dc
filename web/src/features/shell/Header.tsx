import { paths } from '@keyward/contract/paths';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import type { Session } from '#lib/session.ts';
import { type Section, visibleSections } from '#sections.ts';
import { IconDots } from '#ui/icons.tsx';
import { Logo, OwnLogo } from '#ui/Logo.tsx';
import { LocationFilter } from './LocationFilter.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import styles from './shell.module.css';
import { UserMenu } from './UserMenu.tsx';

const Bell = lazily(async () => (await import('./Bell.tsx')).Bell, { texts: ['inbox'] });

/** Number of places in the bar at the foot of a narrow screen; with more sections, the last place opens the rest. */
const barRoom = 5;
const restId = 'more-sections';

/** Logo, permitted sections, location filter, user menu. On narrow screens the sections are a bar at the foot. */
export function Header({ session }: { session: Session }) {
  const { t } = useTranslation();
  const tabs = visibleSections(session);
  const inBar = tabs.length > barRoom ? barRoom - 1 : barRoom;
  const rest = tabs.slice(inBar);
  const { logo, customerName } = session.me;
  const linkTo = ({ id, path, icon: Icon }: Section) => (
    <Link
      key={id}
      to={path}
      className={styles.tab}
      onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
    >
      <Icon size={17} />
      <span>{t(`shell.tabs.${id}`)}</span>
    </Link>
  );
  return (
    <header className={styles.header}>
      <Link to={paths.home()} className={styles.logo} {...(logo ? {} : { 'aria-label': t('shell.home') })}>
        {logo ? <OwnLogo src={logo} name={customerName} /> : <Logo name={t('common.product')} size={26} />}
      </Link>
      <nav className={styles.tabs} aria-label={t('shell.sections')}>
        {tabs.slice(0, inBar).map(linkTo)}
        {rest.length ? (
          <>
            <button type="button" className={styles.more} popoverTarget={restId}>
              <IconDots />
              <span>{t('shell.more')}</span>
            </button>
            {/* the browser closes it on Escape and on a press elsewhere */}
            <div id={restId} popover="auto" className={styles.rest}>
              {rest.map(linkTo)}
            </div>
          </>
        ) : null}
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
