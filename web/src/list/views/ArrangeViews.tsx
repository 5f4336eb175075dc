import { settings as calls } from '@keyward/contract/account-calls';
import type { CustomView } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { ActionIcon, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { settled } from '#lib/api.ts';
import { putOwnSetting } from '#lib/ownSetting.ts';
import { useSession } from '#lib/session.ts';
import { startPageIn } from '#lib/startPage.ts';
import { SortableChoices } from '#parts/SortableChoices.tsx';
import { useSaved } from '#parts/useSaved.ts';
import { alerts } from '#ui/alerts.ts';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { icon } from '#ui/icons.tsx';
import { Tip } from '#ui/Tip.tsx';
import { arrange, arrangementIn, isArranged, moveView, pinView, showView } from './arrangement.ts';
import columnStyles from './columns.module.css';
import styles from './tabs.module.css';
import { useViewText, type Views } from './useViews.ts';

const IconPin = icon(<path d="M7 3.500h6M8 3.500v5l-2.500 3h9L12 8.500v-5M10 11.500v5" />);
const IconHome = icon(<path d="m3.500 9.500 6.500-6 6.500 6M5.500 8v8.500h9V8" />);

type Props = { resource: ListResource; views: Views; onClose: () => void };

/** Pins, orders and hides the views of a list, and chooses the start page. Each change is saved at once. */
export function ArrangeViews({ resource, views, onClose }: Props) {
  const { t } = useTranslation();
  const { settings } = useSession();
  const textOf = useViewText();
  const failed = () => alerts.failure(t('settings.failedToSave'), t('settings.errorTitle'));
  const [arrangement, save] = useSaved(
    arrangementIn(settings, resource),
    async (next) => {
      await putOwnSetting('CustomView', next, resource);
      await settled(calls.mine);
    },
    failed,
  );
  const [start, saveStart] = useSaved(
    startPageIn(settings) ?? null,
    async (next) => {
      await putOwnSetting('StartPage', next);
      await settled(calls.mine);
    },
    failed,
  );
  const arranged = arrange(views.all, arrangement);
  const { shown, hidden, pinned } = arranged;
  const nameOf = (view: CustomView) => textOf(resource, view).label;
  const toChoice = (view: CustomView) => ({ id: view.value, name: nameOf(view) });
  const toolsOf = (id: string) => {
    const view = views.all.find(({ value }) => value === id);
    if (!view) return null;
    const name = nameOf(view);
    const isStart = start?.resource === resource && start.view === id;
    return (
      <>
        {view === shown[0] || hidden.includes(view) ? null : (
          <Tool
            label={t('views.tabs.pin', { name })}
            hint={t(pinned.has(id) ? 'views.tabs.pinned' : 'views.tabs.pinHint')}
            isOn={pinned.has(id)}
            onPress={() => save(pinView(arranged, id, !pinned.has(id)))}
          >
            <IconPin size={16} />
          </Tool>
        )}
        <Tool
          label={t('views.tabs.start', { name })}
          hint={t(isStart ? 'views.tabs.started' : 'views.tabs.startHint')}
          isOn={isStart}
          onPress={() => saveStart(isStart ? null : { resource, view: id })}
        >
          <IconHome size={16} />
        </Tool>
      </>
    );
  };
  const footer = (
    <div className={columnStyles.foot}>
      <Button
        variant="default"
        {...(isArranged(arrangement) ? {} : { 'data-disabled': true, 'aria-disabled': true })}
        onClick={() => isArranged(arrangement) && save({ pinned: [], order: [], hidden: [] })}
      >
        {t('views.tabs.reset')}
      </Button>
      <Button onClick={onClose}>{t('views.tabs.done')}</Button>
    </div>
  );
  return (
    <DrawerFrame title={t('views.tabs.arrangeTitle')} onClose={onClose} footer={footer}>
      <p className={columnStyles.quiet}>{t('views.tabs.hint')}</p>
      <SortableChoices
        shown={shown.map((view, place) => ({
          ...toChoice(view),
          first: place <= 1 || place === 1 + pinned.size,
          last: place === 0 || place === pinned.size || place === shown.length - 1,
          fixed: place === 0 ? t('views.tabs.firstStays') : undefined,
        }))}
        rest={hidden.map(toChoice)}
        none={t('views.tabs.none')}
        toolsOf={toolsOf}
        onMove={(from, to) => {
          const moved = moveView(arranged, from, to);
          if (moved.place === from) return undefined;
          save(moved.arrangement);
          return moved.place;
        }}
        onToggle={(id, show) => save(showView(arranged, id, show))}
      />
      <p className={columnStyles.quiet}>{t('views.tabs.startNote')}</p>
    </DrawerFrame>
  );
}

type ToolProps = { label: string; hint: string; isOn: boolean; onPress: () => void; children: React.ReactNode };

const Tool = ({ label, hint, isOn, onPress, children }: ToolProps) => (
  <Tip label={hint}>
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      className={styles.tool ?? ''}
      aria-label={label}
      aria-pressed={isOn}
      onClick={onPress}
    >
      {children}
    </ActionIcon>
  </Tip>
);
