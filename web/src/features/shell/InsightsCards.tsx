import { arrayMove } from '@dnd-kit/sortable';
import { settings } from '@keyward/contract/calls';
import { cardsOf, type MetricReport, metricReports } from '@keyward/contract/metric-reports';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settled, useApi } from '#lib/api.ts';
import { putOwnSetting } from '#lib/ownSetting.ts';
import { useSession } from '#lib/session.ts';
import { SortableChoices } from '#parts/SortableChoices.tsx';
import { alerts } from '#ui/alerts.ts';
import styles from './extras.module.css';

const cardsIn = (stored: readonly { name: string; value?: unknown }[]): MetricReport[] =>
  cardsOf(stored.find(({ name }) => name === 'DashboardMetrics')?.value);

/** Which cards one sees on Insights, and their order. Each change is saved at once. */
export function InsightsCards() {
  const { t } = useTranslation();
  const session = useSession();
  const defaults = useApi(settings.defaults);
  /** What is being saved; undefined when everything is. */
  const [saving, setSaving] = useState<MetricReport[]>();
  // one after the other, so that the last choice is the one that is stored
  const sent = useRef(Promise.resolve());
  const cards = saving ?? cardsIn(session.settings);
  const rest = metricReports.filter((report) => !cards.includes(report));
  const theirs = cardsIn(defaults.data?.data ?? []);
  const toChoice = (id: MetricReport) => ({ id, name: t(`dashboard.cards.${id}.title`) });

  const save = (next: MetricReport[]) => {
    setSaving(next);
    const work = sent.current.then(async () => {
      await putOwnSetting(
        'DashboardMetrics',
        next.map((id) => ({ id })),
      );
      await settled(settings.mine);
    });
    const done = () => setSaving((last) => (last === next ? undefined : last));
    sent.current = work.then(done, () => {
      done();
      alerts.failure(t('settings.failedToSave'), t('settings.errorTitle'));
    });
  };
  const move = (from: number, to: number) => {
    save(arrayMove(cards, from, to));
    return to;
  };
  const toggle = (id: string, show: boolean) => {
    const report = metricReports.find((one) => one === id);
    if (report) save(show ? [...cards, report] : cards.filter((one) => one !== report));
  };
  return (
    <div>
      <p className={styles.words}>{t('settings.insights.hint')}</p>
      <SortableChoices
        shown={cards.map((id, place) => ({ ...toChoice(id), first: place === 0, last: place === cards.length - 1 }))}
        rest={rest.map(toChoice)}
        none={t('settings.insights.all')}
        note={cards.length === 0 ? t('settings.insights.none') : undefined}
        onMove={move}
        onToggle={toggle}
      />
      {theirs.length > 0 && theirs.join() !== cards.join() ? (
        <Button variant="default" onClick={() => save(theirs)}>
          {t('settings.insights.reset')}
        </Button>
      ) : null}
    </div>
  );
}
