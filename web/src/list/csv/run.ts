import i18next from 'i18next';
import { ApiError } from '#lib/call.ts';
import { holdPage } from '#lib/held.ts';
import { alerts } from '#ui/alerts.ts';
import { downloadOf, setDownload } from './download.ts';

type Started = {
  /** The key of the download: the name of its list. */
  name: string;
  /** The name of the downloaded list, in the language on screen. */
  title: string;
  fileName: string;
  /** The number of rows; undefined when it is not known yet. */
  total?: number | undefined;
};
/** False when the file dialog was cancelled. `show` takes the rows so far and all of them. */
type Work = (signal: AbortSignal, show: (rows: number, total: number | undefined) => void) => Promise<boolean>;

/**
 * Shows a download while it runs, lets it be cancelled and reports the outcome. One at a time for each name. Never
 * rejects. Specification, part 2, sections 4 and 8.
 */
export async function runDownload({ name, title, fileName, total }: Started, work: Work): Promise<void> {
  if (downloadOf(name)) return;
  const { t } = i18next;
  const stop = new AbortController();
  const words = t('list.csv.preparing', { resource: title });
  const cancel = () => stop.abort();
  const show = (rows: number, of: number | undefined) => setDownload(name, { words, rows, total: of, cancel });
  show(0, total);
  const release = holdPage('download');
  try {
    if (await work(stop.signal, show)) alerts.success(t('list.csv.done'));
  } catch (error) {
    if (stop.signal.aborted) alerts.failure(t('list.csv.cancelled'));
    else if (error instanceof ApiError && error.code === 'csvDownloadRecordsLimitExceeded') {
      alerts.failure(t('list.csv.tooMany'));
    } else alerts.failure(t('list.csv.failed', { fileName }));
  } finally {
    release();
    setDownload(name, undefined);
  }
}
