import { Suspense, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { everywhere, storedFilters, useStoredFilters } from '#lib/storedFilters.ts';
import { chosenLocations, type LocationOption, locationsFilter, unassigned } from '#parts/locationChoice.ts';
import { useLocations } from '#parts/useLocations.ts';
import { IconChevronDown, IconPlace } from '#ui/icons.tsx';
import { LatePopover, opens } from '#ui/LatePopover.tsx';
import { Waiting } from '#ui/Waiting.tsx';
import styles from './locationFilter.module.css';

const LocationList = lazily(async () => (await import('./LocationList.tsx')).LocationList, { texts: ['filters'] });

/**
 * Choice of the locations that every list shows, kept in the global filters. With a single location there is no choice.
 * Specification, part 1, section 2 'Shell'.
 */
export function LocationFilter() {
  const locations = useLocations();
  if (!locations) return null;
  const { column, options } = locations;
  return options.length > 1 ? <Choice column={column} options={options} /> : <NoChoice only={options[0]} />;
}

function NoChoice({ only }: { only: LocationOption | undefined }) {
  const global = useStoredFilters(everywhere);
  // a choice made while there were several must not empty every list, since nothing here would show it
  useEffect(() => {
    if (Object.keys(global).length > 0) storedFilters.write(everywhere, {});
  }, [global]);
  if (!only) return null;
  return (
    <span className={styles.only} title={only.label}>
      <IconPlace />
      <span>{only.label}</span>
    </span>
  );
}

function Choice({ column, options }: { column: string; options: readonly LocationOption[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const global = useStoredFilters(everywhere);
  const all = [...options, { value: unassigned, label: t('shell.locations.unassigned') }];
  const kept = global[column];
  const chosen = chosenLocations(kept, all);
  const still = kept === undefined ? '' : locationsFilter(chosen, all);
  // a renamed or deleted location, or a former location tag, must not empty every list
  useEffect(() => {
    if (still !== undefined && (still !== (kept ?? '') || Object.keys(global).some((name) => name !== column))) {
      storedFilters.write(everywhere, still ? { [column]: still } : {});
    }
  }, [still, kept, column, global]);
  const single = chosen.length === 1 ? all.find(({ value }) => value === chosen[0])?.label : undefined;
  const words =
    chosen.length === all.length || !chosen.length
      ? t('shell.locations.all')
      : (single ?? t('shell.locations.count', { count: chosen.length }));
  return (
    <>
      <button
        {...opens(id, open)}
        ref={setButton}
        type="button"
        className={styles.button}
        data-chosen={chosen.length < all.length || undefined}
        aria-label={`${t('shell.locations.label')}: ${words}`}
        onClick={() => setOpen(!open)}
      >
        <IconPlace />
        <span className={styles.words}>{words}</span>
        <IconChevronDown size={14} />
      </button>
      <LatePopover
        id={id}
        target={button}
        opened={open}
        onClose={() => setOpen(false)}
        position="bottom-end"
        width={300}
        trapFocus
        className={styles.dropdown}
      >
        <Suspense fallback={<Waiting />}>
          <LocationList
            locations={all}
            chosen={chosen}
            onChoose={(text) => storedFilters.write(everywhere, text ? { [column]: text } : {})}
          />
        </Suspense>
      </LatePopover>
    </>
  );
}
