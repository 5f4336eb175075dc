import { metrics } from '@keyward/contract/insights-calls';
import type { CheckoutColumn } from '@keyward/contract/dashboard';
import { ActionIcon } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/call.ts';
import { dateTimeSeconds } from '#lib/dates.ts';
import { saveFile } from '#lib/saveFile.ts';
import { useSession } from '#lib/session.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { CsvProgress } from '#list/csv/CsvProgress.tsx';
import { useDownload } from '#list/csv/download.ts';
import { csvFileName, csvLines } from '#list/csv/lines.ts';
import { runDownload } from '#list/csv/run.ts';
import { IconDownload } from '#ui/icons.tsx';
import { Tip } from '#ui/Tip.tsx';
import unseen from '#ui/unseen.module.css';

type Props = { filters: Filters; sort: `${CheckoutColumn}:${'asc' | 'desc'}` };

const name = 'checkouts';

/** Downloads a CSV with one line for each key. Specification, part 2, sections 2, 4, 6 and 7. */
export function CheckoutsCsv({ filters, sort }: Props) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const download = useDownload(name);
  const button = useRef<HTMLButtonElement>(null);
  const start = () => {
    const fileName = csvFileName(t('dashboard.details.file'), '', Date.now(), zone);
    return runDownload({ name, title: t('dashboard.details.title'), fileName }, async (signal) => {
      const query = { ...filters, sort, timezone: zone, download: 'true' } as const;
      const { data } = await call(metrics.details, { query }, { signal });
      const header = (['name', 'keysCheckedOut', 'keyName', 'checkoutTime'] as const).map((column) =>
        t(`dashboard.details.columns.${column}`),
      );
      const hidden = t('dashboard.details.hidden');
      const lines = data.flatMap(({ name: holder, keysCheckedOut, keys }) =>
        keys.map((key) => [holder ?? hidden, keysCheckedOut, key.name, dateTimeSeconds(key.checkoutTime, zone)]),
      );
      // spreadsheets recognise UTF-8 by its byte order mark
      saveFile(`${fileName}.csv`, new Blob(['\uFEFF', csvLines([header, ...lines])], { type: 'text/csv' }));
      return true;
    });
  };
  return (
    <>
      <Tip label={t('list.downloadCsv')}>
        <ActionIcon
          ref={button}
          variant="default"
          size={36}
          aria-label={t('list.downloadCsv')}
          {...(download ? { 'data-disabled': true, 'aria-disabled': true } : {})}
          onClick={() => void (download ? undefined : start())}
        >
          <IconDownload />
        </ActionIcon>
      </Tip>
      <span role="status" className={unseen.unseen}>
        {download?.words}
      </span>
      {download ? (
        <CsvProgress
          download={download}
          onCancel={() => {
            download.cancel();
            // the pressed button disappears: keeps the focus nearby
            button.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}
