import type { HeldAt } from '@keyward/contract/custody';
import { paths } from '@keyward/contract/paths';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconKey, IconWarning } from '#ui/icons.tsx';
import styles from './custodyPlaces.module.css';

/** So many are shown at first: the worst ones. On a phone fewer, so that the keys are not far below. */
const fewPlaces = { wide: 8, narrow: 3 };
const narrow = '(max-width: 760px)';
const idOf = ({ location }: HeldAt) => location?.id ?? 'NOT_EXISTS';

type Props = { places: readonly HeldAt[]; chosen: string | undefined };

/** The locations of the keys that are out, the most overdue first; each link shows the keys of that location alone, and again all. */
export function CustodyPlaces({ places, chosen }: Props) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false }) ?? false;
  const few = isNarrow ? fewPlaces.narrow : fewPlaces.wide;
  if (places.length === 0 || (places.length === 1 && chosen === undefined)) return null;
  const shown = all ? places : places.filter((place, i) => i < few || idOf(place) === chosen);
  return (
    <nav aria-label={t('custody.places.title')} className={styles.places}>
      <ul>
        {shown.map((place) => (
          <li key={idOf(place)}>
            <Place place={place} isChosen={idOf(place) === chosen} />
          </li>
        ))}
      </ul>
      {shown.length < places.length ? (
        <Button variant="subtle" size="xs" className={styles.more ?? ''} onClick={() => setAll(true)}>
          {t('custody.places.more', { count: places.length })}
        </Button>
      ) : null}
    </nav>
  );
}

function Place({ place, isChosen }: { place: HeldAt; isChosen: boolean }) {
  const { t } = useTranslation();
  const { location, out, overdue } = place;
  return (
    <Link
      to={paths.dashboard({ details_view: 'custody', ...(isChosen ? {} : { location: idOf(place) }) })}
      resetScroll={false}
      className={styles.place}
      aria-current={isChosen ? 'true' : undefined}
    >
      <strong>{location?.name ?? t('custody.nowhere')}</strong>
      <span className={styles.counts}>
        <span>
          <IconKey size={14} />
          {t('custody.places.out', { count: out })}
        </span>
        {overdue > 0 ? (
          <span className={styles.overdue}>
            <IconWarning size={14} />
            {t('custody.places.overdue', { count: overdue })}
          </span>
        ) : null}
      </span>
    </Link>
  );
}
