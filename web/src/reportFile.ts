// The parts of the portal that the server needs for scheduled reports: the files of downloads, and the names of cards.
import type { Locale } from '@keyward/contract/locales';
import type { ViewColumn } from '@keyward/contract/list';
import type { MetricReport } from '@keyward/contract/metric-reports';
import type { ListResource } from '@keyward/contract/resources';
import { wordsOf } from '#lib/wordsOf.ts';
import { csvFileName } from '#list/csv/lines.ts';
import { csvHeader, csvWriter } from '#list/csv/rows.ts';
import { type CsvKinds, type CsvLabels, csvShape } from '#list/csv/shape.ts';
import { eventTexts, listNamespaces, type Namespace } from '#texts/namespaces.ts';
import { eventCsv } from './features/activity/csv.ts';
import { deviceCsv } from './features/devices/csv.ts';
import { inviteCsv } from './features/invitations/csv.ts';
import { keyCsv } from './features/onepass/csv.ts';

type Format = { name?: string; labels?: CsvLabels; kinds?: CsvKinds };
/** Of the lists whose downloads differ from the usual ones. */
const formats: Partial<Record<ListResource, Format>> = {
  device: deviceCsv,
  event: eventCsv,
  'secure-key': keyCsv,
  'secure-key-invitation': inviteCsv,
};

const texts: readonly Namespace[] = [...eventTexts, 'common', 'dashboard', 'list', 'permissions', 'shell'];

type Wanted = {
  resource: ListResource;
  columns: readonly ViewColumn[];
  /** IANA zone of the times. */
  zone: string;
  locale: Locale;
  /** The view's part of the file's name. */
  view: string;
  now: number;
};

/** The list's download in a language: its name, its first bytes as text, and a writer of its lines. */
export async function reportFile({ resource, columns, zone, locale, view, now }: Wanted) {
  const { name = listNamespaces[resource], labels = {}, kinds = {} } = formats[resource] ?? {};
  const shape = csvShape(resource, columns, labels, zone, kinds, await wordsOf(locale, texts));
  return {
    name: `${csvFileName(name, view, now, zone)}.csv`,
    // spreadsheets recognise UTF-8 by its mark
    head: `\uFEFF${csvHeader(shape)}`,
    lines: csvWriter(shape),
  };
}

/** The name of a dashboard card with its period: 'Offline OKMs (No report for more than 15 minutes)'. */
export async function cardName(report: MetricReport, period: number, locale: Locale): Promise<string> {
  const { t } = await wordsOf(locale, texts);
  return `${t(`dashboard.cards.${report}.title`)} (${t(`dashboard.cards.${report}.period`, { count: period })})`;
}
