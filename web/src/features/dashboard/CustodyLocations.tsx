import type { HeldAt } from '@keyward/contract/custody';
import { paths } from '@keyward/contract/paths';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconKey, IconWarning } from '#ui/icons.tsx';
import styles from './custodyLocations.module.css';

/** Number of locations shown at first, the worst ones; fewer on a phone, so that the keys are not far below. */
const most = { wide: 8, narrow: 3 };
const narrow = '(max-width: 760px)';
const idOf = ({ location }: HeldAt) => location?.id ?? 'NOT_EXISTS';

type Props = { locations: readonly HeldAt[]; chosen: string | undefined };

/** Locations of the keys that are out, the most overdue first. A link shows the keys of its location; pressed again, all. */
export function CustodyLocations({ locations, chosen }: Props) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false }) ?? false;
  const few = isNarrow ? most.narrow : most.wide;
  if (locations.length === 0 || (locations.length === 1 && chosen === undefined)) return null;
  const shown = all ? locations : locations.filter((held, i) => i < few || idOf(held) === chosen);
  return (
    <nav aria-label={t('custody.locations.title')} className={styles.locations}>
      <ul>
        {shown.map((held) => (
          <li key={idOf(held)}>
            <HeldKeys held={held} isChosen={idOf(held) === chosen} />
          </li>
        ))}
      </ul>
      {shown.length < locations.length ? (
        <Button variant="subtle" size="xs" className={styles.more ?? ''} onClick={() => setAll(true)}>
          {t('custody.locations.more', { count: locations.length })}
        </Button>
      ) : null}
    </nav>
  );
}

function HeldKeys({ held, isChosen }: { held: HeldAt; isChosen: boolean }) {
  const { t } = useTranslation();
  const { location, out, overdue } = held;
  return (
    <Link
      to={paths.dashboard({ details_view: 'custody', ...(isChosen ? {} : { location: idOf(held) }) })}
      resetScroll={false}
      className={styles.location}
      aria-current={isChosen ? 'true' : undefined}
    >
      <strong>{location?.name ?? t('custody.unassigned')}</strong>
      <span className={styles.counts}>
        <span>
          <IconKey size={14} />
          {t('custody.locations.out', { count: out })}
        </span>
        {overdue > 0 ? (
          <span className={styles.overdue}>
            <IconWarning size={14} />
            {t('custody.locations.overdue', { count: overdue })}
          </span>
        ) : null}
      </span>
    </Link>
  );
}
