import type { ViewColumn } from '@keyward/contract/list';
import { ActionIcon } from '@mantine/core';
import { Suspense, use, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addTexts } from '#lib/i18n.ts';
import { lazily } from '#lib/lazily.ts';
import type { ListEndpoint } from '#lib/listApi.ts';
import { ResourceContext } from '#list/listWords.ts';
import { late } from '#lib/persist.ts';
import { useSession } from '#lib/session.ts';
import { useListZone } from '#list/listZone.ts';
import { useCan } from '#parts/useCan.ts';
import { eventTexts } from '#texts/namespaces.ts';
import { IconDownload } from '#ui/icons.tsx';
import { Tip } from '#ui/Tip.tsx';
import unseen from '#ui/unseen.module.css';
import { useDownload } from './download.ts';
import type { CsvChoice, CsvKinds } from './shape.ts';

/** The CSV options of a list; the columns are those on screen. */
export type CsvSource = {
  /** First part of the file name: 'devices'. */
  name: string;
  /** The groups of texts for a column's values, by accessorKey or column type, where the view names none. */
  labels?: Record<string, string>;
  /** The formats of columns whose type does not determine the format, by accessorKey. */
  kinds?: CsvKinds;
  choices: readonly [CsvChoice, ...CsvChoice[]];
};

type Props = {
  csv: CsvSource;
  title: string;
  list: ListEndpoint<{ id: string }>;
  /** The view's name on screen; undefined until the views are loaded. */
  view: string | undefined;
  columns: readonly ViewColumn[] | undefined;
  query: Record<string, string>;
  /** Undefined until the first rows of `query` have arrived: those on screen may belong to the query before. */
  total: number | undefined;
};

// the list does not wait for the code of its download
const CsvProgress = lazily(async () => (await import('./CsvProgress.tsx')).CsvProgress);
const CsvMenu = lazily(async () => (await import('./CsvMenu.tsx')).CsvMenu);
const load = late(() => Promise.all([import('./job.ts'), addTexts(...eventTexts)]));

/** Downloads the rows of the list as CSV. Specification, part 2, sections 2, 4 and 6. */
export function CsvButton({ csv, title, list, view, columns, query, total }: Props) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const { zone } = useListZone();
  const resource = use(ResourceContext);
  const download = useDownload(csv.name);
  const [opened, setOpened] = useState<CsvChoice>();
  const Dialog = opened?.opens;
  const [pressed, setPressed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { choices } = csv;
  const { allowed, reason } = useCan((choices.find(({ rule }) => rule.holds(authority)) ?? choices[0]).rule);
  // the total is needed, since for many rows the browser asks where to write them
  const ready = allowed && !download && columns !== undefined && view !== undefined && total !== undefined;

  const start = async (choice: CsvChoice) => {
    if (choice.opens) return setOpened(choice);
    if (!columns || view === undefined || total === undefined) return;
    const [{ downloadCsv }] = await load();
    await downloadCsv({
      name: csv.name,
      resource,
      title,
      view,
      list,
      zone,
      total,
      labels: csv.labels ?? {},
      kinds: csv.kinds ?? {},
      query: { ...query, ...choice.query },
      columns: [...columns, ...(choice.columns ?? [])],
    });
  };
  const icon = (
    <ActionIcon
      ref={button}
      variant="default"
      size={36}
      aria-label={t('list.downloadCsv')}
      {...(ready ? {} : { 'data-disabled': true, 'aria-disabled': true })}
      // loading starts before the click, so that a dialog of the browser still counts as opened by it
      onPointerEnter={() => void (ready && load())}
      onClick={(event) => {
        if (!ready) event.preventDefault();
        else if (choices.length === 1) void start(choices[0]);
        else setPressed(true);
      }}
    >
      <IconDownload />
    </ActionIcon>
  );
  const withTip = <Tip label={allowed ? t('list.downloadCsv') : reason}>{icon}</Tip>;
  return (
    <>
      {choices.length > 1 && ready ? (
        <Suspense fallback={withTip}>
          <CsvMenu
            choices={choices}
            pressed={pressed}
            onClose={() => setPressed(false)}
            onChoose={(choice) => void start(choice)}
          >
            {icon}
          </CsvMenu>
        </Suspense>
      ) : (
        withTip
      )}
      <span role="status" className={unseen.unseen}>
        {download?.words}
      </span>
      {Dialog ? (
        <Suspense>
          <Dialog query={query} total={total ?? 0} onClose={() => setOpened(undefined)} />
        </Suspense>
      ) : null}
      {download ? (
        <Suspense>
          <CsvProgress
            download={download}
            onCancel={() => {
              download.cancel();
              // the pressed button disappears: keeps the focus near
              button.current?.focus();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
