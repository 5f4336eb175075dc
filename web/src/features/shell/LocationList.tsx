import { limits } from '@keyward/contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LocationOption, locationsFilter } from '#parts/locationChoice.ts';
import { recentFirst, rememberLocations } from '#parts/recentLocations.ts';
import { MultiSelectList } from '#ui/MultiSelectList.tsx';

type Props = { locations: readonly LocationOption[]; chosen: readonly string[]; onChoose: (filter: string) => void };

/**
 * The locations to choose from; each choice applies at once. While all are chosen, a click selects one alone instead of removing
 * it; otherwise its 'Only' button does. Choosing none selects all, since lists without a location filter show everything.
 */
export function LocationList({ locations, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const [tooMany, setTooMany] = useState(false);
  // keeps the order from when the list opened: a row that was just pressed stays in place
  const [options] = useState(() => recentFirst(locations));
  const all = chosen.length === locations.length;
  const choose = (value: readonly string[]) => {
    const filter = locationsFilter(value, locations);
    setTooMany(filter === undefined);
    if (filter === undefined) return;
    if (filter) rememberLocations(value);
    onChoose(filter);
  };
  return (
    <MultiSelectList
      label={t('shell.locations.label')}
      options={options}
      value={chosen}
      aside={t('shell.locations.only')}
      onOnly={(value) => choose([value])}
      note={tooMany ? t('filters.tooManyLocations', { limit: limits.filterValues }) : undefined}
      onChange={(value) => choose(all ? chosen.filter((one) => !value.includes(one)) : value)}
    />
  );
}
