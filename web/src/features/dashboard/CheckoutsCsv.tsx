import { metrics } from '@keyward/contract/insights-calls';
import type { CheckoutColumn } from '@keyward/contract/dashboard';
import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '#lib/call.ts';
import { dateTimeSeconds } from '#lib/dates.ts';
import { saveFile } from '#lib/saveFile.ts';
import { useSession } from '#lib/session.ts';
import type { Filters } from '#lib/storedFilters.ts';
import { csvFileName, csvLines } from '#list/csv/lines.ts';
import { alerts } from '#ui/alerts.ts';
import { IconDownload } from '#ui/icons.tsx';
import { Tip } from '#ui/Tip.tsx';

type Props = { filters: Filters; sort: `${CheckoutColumn}:${'asc' | 'desc'}` };

/** Downloads one line for each key. Specification, part 2, sections 2, 6 and 7. */
export function CheckoutsCsv({ filters, sort }: Props) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    const fileName = csvFileName(t('dashboard.details.file'), '', Date.now(), zone);
    setBusy(true);
    try {
      const { data } = await call(metrics.details, { query: { ...filters, sort, download: 'true' } });
      const header = (['name', 'keysCheckedOut', 'keyName', 'checkoutTime'] as const).map((column) =>
        t(`dashboard.details.columns.${column}`),
      );
      const hidden = t('dashboard.details.hidden');
      const lines = data.flatMap(({ holder, keysCheckedOut, keys }) =>
        keys.map((key) => [holder?.name ?? hidden, keysCheckedOut, key.name, dateTimeSeconds(key.checkoutTime, zone)]),
      );
      // spreadsheets recognise UTF-8 by its mark
      saveFile(`${fileName}.csv`, new Blob(['\uFEFF', csvLines([header, ...lines])], { type: 'text/csv' }));
      alerts.success(t('list.csv.done'));
    } catch (error) {
      const tooMany = error instanceof ApiError && error.code === 'csvDownloadRecordsLimitExceeded';
      alerts.failure(tooMany ? t('list.csv.tooMany') : t('list.csv.failed', { fileName }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Tip label={t('list.downloadCsv')}>
      <ActionIcon
        variant="default"
        size={36}
        loading={busy}
        aria-label={t('list.downloadCsv')}
        onClick={() => void download()}
      >
        <IconDownload />
      </ActionIcon>
    </Tip>
  );
}
