import { limits } from '@keyward/contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MultiSelectList } from '#ui/MultiSelectList.tsx';
import { type Place, placesFilter } from './locationChoice.ts';

type Props = { places: readonly Place[]; chosen: readonly string[]; onChoose: (filter: string) => void };

/** The locations to choose from. Each choice holds at once; nothing chosen leaves everything on the lists. */
export function LocationList({ places, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  // between 'Select All' and the first choice nothing is marked, though nothing is left out
  const [none, setNone] = useState(false);
  const [tooMany, setTooMany] = useState(false);
  return (
    <MultiSelectList
      label={t('shell.locations.label')}
      options={places}
      value={none ? [] : chosen}
      note={tooMany ? t('filters.tooManyLocations', { limit: limits.filterValues }) : undefined}
      onChange={(value) => {
        const filter = placesFilter(value, places);
        setTooMany(filter === undefined);
        if (filter === undefined) return;
        setNone(value.length === 0);
        onChoose(filter);
      }}
    />
  );
}
