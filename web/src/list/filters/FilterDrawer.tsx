import type { FilterMeta } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { Button } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListZone } from '#list/listZone.ts';
import { type Filters, storedFilters } from '#lib/storedFilters.ts';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { FilterField } from './FilterFields.tsx';
import { emptyField, type Faults, faultsOf, type Field } from './filterForm.ts';
import styles from './filters.module.css';
import { printField, readField } from './filterText.ts';
import { useFilterWords } from './filterWords.ts';
import { areaOf } from './savedFilters.ts';

type Props = {
  resource: ListResource;
  schema: readonly FilterMeta[];
  filters: Filters;
  onApply: (filters: Filters) => void;
  onClose: () => void;
};
const formId = 'filters';

/** All filters of a list: applied now, or also saved for the next visit. Specification, part 2, section 2. */
export function FilterDrawer({ resource, schema, filters, onApply, onClose }: Props) {
  const { t } = useTranslation();
  const { zone } = useListZone();
  const wordsOf = useFilterWords(zone);
  const [fields, setFields] = useState(() => fieldsOf(schema, filters, zone));
  const [faults, setFaults] = useState<Record<string, Faults>>({});
  const form = useRef<HTMLFormElement>(null);
  const faultsAreNew = useRef(false);
  // a field can take the focus once it is marked, which is after the render that shows the faults
  useEffect(() => {
    if (!faultsAreNew.current) return;
    faultsAreNew.current = false;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  });
  const change = (id: string, part: Partial<Field>) => {
    setFields((now) => {
      const field = now[id];
      return field ? { ...now, [id]: { ...field, ...part } } : now;
    });
    setFaults((now) => ({ ...now, [id]: {} }));
  };
  const apply = (save: boolean) => {
    const found = Object.fromEntries(
      schema.flatMap((meta) => {
        const fault = faultsOf(meta, fields[meta.id] ?? emptyField(meta));
        return Object.keys(fault).length ? [[meta.id, fault] as const] : [];
      }),
    );
    setFaults(found);
    faultsAreNew.current = true;
    if (Object.keys(found).length) return;
    // keeps a filter on a column that the drawer does not offer
    const next: Record<string, string> = { ...filters };
    for (const meta of schema) {
      const text = printField(meta, fields[meta.id] ?? emptyField(meta), zone, filters[meta.id]);
      delete next[meta.id];
      if (text) next[meta.id] = text;
    }
    if (save) storedFilters.write(areaOf(resource), next);
    onApply(next);
    onClose();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(false);
  };
  const footer = (
    <>
      <p className={styles.hint}>{t('filters.saveHint')}</p>
      <div className={styles.actions}>
        <Button variant="subtle" onClick={() => (setFields(fieldsOf(schema, {}, zone)), setFaults({}))}>
          {t('filters.clear')}
        </Button>
        <Button variant="default" onClick={() => apply(true)}>
          {t('filters.applyAndSave')}
        </Button>
        <Button type="submit" form={formId}>
          {t('filters.apply')}
        </Button>
      </div>
    </>
  );
  return (
    <DrawerFrame title={t('filters.title')} onClose={onClose} {...(schema.length ? { footer } : {})}>
      <form
        id={formId}
        ref={form}
        noValidate
        className={styles.fields}
        onSubmit={submit}
        aria-label={t('filters.title')}
      >
        {schema.map((meta) => (
          <FilterField
            key={meta.id}
            resource={resource}
            meta={meta}
            field={fields[meta.id] ?? emptyField(meta)}
            faults={faults[meta.id] ?? {}}
            words={wordsOf(meta, filters[meta.id] ?? '')}
            onChange={(part) => change(meta.id, part)}
            onFault={(fault) => setFaults((now) => ({ ...now, [meta.id]: { value: fault } }))}
          />
        ))}
        {schema.length ? null : <p className={styles.words}>{t('filters.nothing')}</p>}
      </form>
    </DrawerFrame>
  );
}

const fieldsOf = (schema: readonly FilterMeta[], filters: Filters, zone: string): Record<string, Field> =>
  Object.fromEntries(schema.map((meta) => [meta.id, readField(meta, filters[meta.id], zone)]));
