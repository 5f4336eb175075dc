import { limits } from '@keyward/contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MultiSelectList } from '#ui/MultiSelectList.tsx';
import { type Place, placesFilter } from './locationChoice.ts';

type Props = { places: readonly Place[]; chosen: readonly string[]; onChoose: (filter: string) => void };

/**
 * The locations to choose from; each choice applies at once. While all are chosen, a click selects that one alone
 * instead of removing it. Choosing none selects all, since lists without a location filter show everything.
 */
export function LocationList({ places, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const [tooMany, setTooMany] = useState(false);
  const all = chosen.length === places.length;
  return (
    <MultiSelectList
      label={t('shell.locations.label')}
      options={places}
      value={chosen}
      aside={all ? t('shell.locations.only') : undefined}
      note={tooMany ? t('filters.tooManyLocations', { limit: limits.filterValues }) : undefined}
      onChange={(value) => {
        const filter = placesFilter(all ? chosen.filter((one) => !value.includes(one)) : value, places);
        setTooMany(filter === undefined);
        if (filter === undefined) return;
        onChoose(filter);
      }}
    />
  );
}
