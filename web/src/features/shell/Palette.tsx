import '@mantine/spotlight/styles.css';
import { limits } from '@keyward/contract/limits';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { useEscape } from '#ui/escape.ts';
import { useBackCloses } from '#ui/useBackCloses.ts';
import { IconSearch } from '#ui/icons.tsx';
import styles from './palette.module.css';
import type { PaletteItem } from './paletteItem.ts';
import { rememberChoice } from './paletteRecent.ts';
import { PaletteState } from './PaletteState.tsx';
import { paletteFieldId, type Typed } from './typeAhead.ts';
import { usePaletteItems } from './usePaletteItems.tsx';

const SettingsModal = lazily(async () => (await import('./SettingsModal.tsx')).SettingsModal, { texts: ['settings'] });
const Shortcuts = lazily(async () => (await import('./Shortcuts.tsx')).Shortcuts, { texts: ['palette'] });
const [store, spotlight] = createSpotlight();
const listId = 'palette-list';
const optionId = (place: number) => `palette-option-${place}`;

export type PaletteProps = {
  /** Returns the keys typed before the field had the focus. */
  takeTyped: () => Typed;
  onClose: () => void;
};

/** Opens any page and starts any permitted action from a few typed letters. Mounted means open. */
export function Palette({ takeTyped, onClose }: PaletteProps) {
  const [next, setNext] = useState<'settings' | 'shortcuts'>();
  // focus is outside React: it returns to the previously focused element
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  if (!next) return <Dialog takeTyped={takeTyped} onClose={onClose} onNext={setNext} />;
  return (
    <Suspense>{next === 'settings' ? <SettingsModal onClose={onClose} /> : <Shortcuts onClose={onClose} />}</Suspense>
  );
}

type DialogProps = PaletteProps & { onNext: (next: 'settings' | 'shortcuts') => void };

function Dialog({ takeTyped, onClose, onNext }: DialogProps) {
  const { t } = useTranslation();
  const { me } = useSession();
  useEscape(onClose, { layer: 'palette' });
  useBackCloses(onClose, { layer: 'palette' });
  const [query, setQuery] = useState('');
  const { groups, waiting, failures } = usePaletteItems(query, {
    onSettings: () => onNext('settings'),
    onShortcuts: () => onNext('shortcuts'),
  });
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const [selected, setSelected] = useState(0);
  const active = count ? Math.min(Math.max(selected, 0), count - 1) : -1;
  // Spotlight is opened and selected through its own store
  useEffect(() => {
    spotlight.open();
    return () => spotlight.close();
  }, []);
  // results change below the selection: the arrow keys continue from the marked entry
  useEffect(() => {
    if (active !== store.getState().selected) store.updateState((state) => ({ ...state, selected: active }));
  });
  // Spotlight moves its selection after this handler, without a notification
  const follow = () => queueMicrotask(() => setSelected(store.getState().selected));
  // whether Enter was pressed before the rows to choose from had loaded
  const [awaits, setAwaits] = useState(false);
  const type = (text: string, entered = false) => {
    setQuery(text);
    setSelected(0);
    setAwaits(entered);
  };

  let place = 0;
  const placed = groups.map(({ items, ...group }) => ({
    ...group,
    items: items.map((item) => ({ item, at: place++ })),
  }));
  const choose = (item: PaletteItem) => {
    item.run();
    if (item.stays) return;
    if (!item.passing) rememberChoice(me.id, item);
    spotlight.close();
  };
  const marked = groups.flatMap(({ items }) => items)[active];
  const isWaited = waiting && (!marked || marked.searched === true);
  // drops an early Enter if there is no entry, it leads nowhere, or it must be seen first
  if (awaits && !isWaited && (!marked || marked.stays || marked.writes)) setAwaits(false);
  const enter = useEffectEvent(() => {
    if (marked && !marked.stays) choose(marked);
  });
  // a choice leaves the palette, which must not happen during render
  useEffect(() => {
    if (awaits && !isWaited) enter();
  }, [awaits, isWaited]);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={type}
      onSpotlightClose={onClose}
      shortcut={null}
      title={t('palette.title')}
      closeOnEscape={false}
      returnFocus={false}
      yOffset="10dvh"
      zIndex="var(--kw-layer-palette)"
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      classNames={{ header: styles.header ?? '', content: styles.content ?? '', search: styles.search ?? '' }}
    >
      <Spotlight.Search
        id={paletteFieldId}
        role="combobox"
        aria-label={t('palette.title')}
        aria-expanded={count > 0}
        aria-autocomplete="list"
        aria-controls={listId}
        {...(count ? { 'aria-activedescendant': optionId(active) } : {})}
        placeholder={t('palette.placeholder')}
        leftSection={<IconSearch size={20} />}
        maxLength={limits.search}
        autoFocus
        data-autofocus
        onFocus={() => {
          const { text, entered } = takeTyped();
          if (text || entered) type((query + text).slice(0, limits.search), entered);
        }}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isWaited) return;
          event.preventDefault();
          event.stopPropagation();
          setAwaits(true);
        }}
        onKeyDown={follow}
      />
      {count ? (
        <Spotlight.ActionsList
          id={listId}
          role="listbox"
          aria-label={t('palette.title')}
          className={styles.list ?? ''}
          // the listbox itself scrolls: a scrollable child would be a tab stop
          style={{ display: 'block', overflowY: 'auto' }}
        >
          {placed.map(({ id, title, items }) => (
            <div key={id} role="group" aria-labelledby={`palette-${id}`}>
              <div id={`palette-${id}`} role="presentation" className={styles.group}>
                {title}
              </div>
              {items.map(({ item, at }) => (
                <button
                  // Spotlight marks the selected entry by position, so an element is reused only for the same entry
                  key={`${at} ${item.id}`}
                  type="button"
                  id={optionId(at)}
                  role="option"
                  tabIndex={-1}
                  data-action
                  aria-selected={at === active}
                  {...(at === active ? { 'data-selected': true } : {})}
                  className={styles.option}
                  // keeps the focus in the field
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(item)}
                >
                  <item.icon size={18} />
                  <span className={styles.label}>{item.label}</span>
                  {item.hint ? <span className={styles.more}>{item.hint}</span> : null}
                </button>
              ))}
            </div>
          ))}
        </Spotlight.ActionsList>
      ) : null}
      <PaletteState query={query.trim()} count={count} waiting={waiting} failures={failures} />
    </Spotlight.Root>
  );
}
