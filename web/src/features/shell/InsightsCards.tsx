import { arrayMove } from '@dnd-kit/sortable';
import { settings } from '@keyward/contract/account-calls';
import { cardsOf, metricReports, pictures, picturesOf } from '@keyward/contract/metric-reports';
import type { SettingName } from '@keyward/contract/settings';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { settled, useApi } from '#lib/api.ts';
import { putOwnSetting } from '#lib/ownSetting.ts';
import { useSession } from '#lib/session.ts';
import { SortableChoices } from '#parts/SortableChoices.tsx';
import { useSaved } from '#parts/useSaved.ts';
import { alerts } from '#ui/alerts.ts';
import styles from './extras.module.css';

type Stored = readonly { name: string; value?: unknown }[];
const valueIn = (stored: Stored, name: SettingName) => stored.find((one) => one.name === name)?.value;

/** Choice and order of the profile's cards and pictures on Insights. Each change is saved at once. */
export function InsightsCards() {
  const { t } = useTranslation();
  const session = useSession();
  const defaults = useApi(settings.defaults);
  const cards = cardsOf(valueIn(session.settings, 'DashboardMetrics'));
  return (
    <div>
      <p className={styles.words}>{t('settings.insights.hint')}</p>
      <Choices
        all={metricReports}
        chosen={cards}
        usual={cardsOf(valueIn(defaults.data?.data ?? [], 'DashboardMetrics'))}
        nameOf={(id) => t(`dashboard.cards.${id}.title`)}
        store={(ids) =>
          putOwnSetting(
            'DashboardMetrics',
            ids.map((id) => ({ id })),
          )
        }
        none={t('settings.insights.all')}
        note={t('settings.insights.none')}
        reset={t('settings.insights.reset')}
      />
      <p className={`${styles.words} ${styles.apart}`}>{t('settings.insights.pictures')}</p>
      <Choices
        all={pictures}
        chosen={picturesOf(valueIn(session.settings, 'DashboardPictures'))}
        usual={pictures}
        nameOf={(id) => t(`dashboard.${id}.title`)}
        store={(ids) => putOwnSetting('DashboardPictures', ids)}
        none={t('settings.insights.allPictures')}
        note={t('settings.insights.noPictures')}
        reset={t('settings.insights.resetPictures')}
      />
    </div>
  );
}

type Props<T extends string> = {
  all: readonly T[];
  chosen: readonly T[];
  /** Default that the button below restores; empty if there is none. */
  usual: readonly T[];
  nameOf: (id: T) => string;
  store: (ids: readonly T[]) => Promise<void>;
  /** Texts for 'all are shown' and 'none is shown', and the label of the button. */
  none: string;
  note: string;
  reset: string;
};

function Choices<T extends string>({ all, chosen, usual, nameOf, store, none, note, reset }: Props<T>) {
  const { t } = useTranslation();
  const [shown, save] = useSaved(
    chosen,
    async (ids) => {
      await store(ids);
      await settled(settings.mine);
    },
    () => alerts.failure(t('settings.failedToSave'), t('settings.errorTitle')),
  );
  const toChoice = (id: T) => ({ id, name: nameOf(id) });

  const move = (from: number, to: number) => {
    save(arrayMove([...shown], from, to));
    return to;
  };
  const toggle = (id: string, show: boolean) => {
    const known = all.find((one) => one === id);
    if (known) save(show ? [...shown, known] : shown.filter((one) => one !== known));
  };
  return (
    <>
      <SortableChoices
        shown={shown.map((id, place) => ({ ...toChoice(id), first: place === 0, last: place === shown.length - 1 }))}
        rest={all.filter((id) => !shown.includes(id)).map(toChoice)}
        none={none}
        note={shown.length === 0 ? note : undefined}
        onMove={move}
        onToggle={toggle}
      />
      {usual.length > 0 && usual.join() !== shown.join() ? (
        <Button variant="default" onClick={() => save(usual)}>
          {reset}
        </Button>
      ) : null}
    </>
  );
}
