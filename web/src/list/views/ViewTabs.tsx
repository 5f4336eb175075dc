import type { CustomView } from '@keyward/contract/list';
import { type MouseEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { IconChevronDown } from '#ui/icons.tsx';
import { arrange, arrangementIn } from './arrangement.ts';
import styles from './tabs.module.css';
import { type Counted, useCounts } from './useCounts.ts';
import { useFitting } from './useFitting.ts';
import { useViewText, type Views } from './useViews.ts';
import { viewAddress } from './viewAddress.ts';

const MoreViews = lazily(async () => (await import('./MoreViews.tsx')).MoreViews, { texts: ['views'] });
const ArrangeViews = lazily(async () => (await import('./ArrangeViews.tsx')).ArrangeViews, {
  texts: ['views', 'sortable', 'settings'],
});

const plainClick = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** A view, as shown by its tab and its item in the menu. */
export type ViewLink = {
  value: string;
  label: string;
  /** Absent until it is counted, and where it is not. */
  count: string | undefined;
  href: string;
  isCurrent: boolean;
  onClick: (event: MouseEvent) => void;
};

/**
 * The views of a list as tabs with the number of their rows, in the order of the profile. Views that do not fit and hidden ones
 * are in a menu. Renders nothing with a single view: specification, part 2, section 2.
 */
export function ViewTabs({ views, ...counted }: Counted & { views: Views }) {
  const { resource } = counted;
  const { all, current } = views;
  const { t } = useTranslation();
  const { me, settings } = useSession();
  const textOf = useViewText();
  const { texts: counts, isWaiting } = useCounts(counted);
  const [menu, setMenu] = useState(false);
  const [arranging, setArranging] = useState(false);
  const { shown, hidden } = arrange(all, arrangementIn(settings, resource));
  const toLink = (view: CustomView): ViewLink => ({
    value: view.value,
    label: textOf(resource, view).label,
    count: counts.get(view.value),
    href: viewAddress(resource, view, views),
    isCurrent: view === current,
    onClick: (event) => {
      if (!plainClick(event)) return;
      event.preventDefault();
      setMenu(false);
      if (view !== current) views.choose(view.value);
    },
  });
  // a hidden view that is on screen has a tab, the last one
  const tabs = [...shown, ...hidden.filter((view) => view === current)].map(toLink);
  const { list, fitting } = useFitting(
    JSON.stringify([tabs.map(({ label, count }) => [label, count]), isWaiting]),
    tabs.findIndex(({ isCurrent }) => isCurrent),
  );
  const more = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // focus is outside React: the button before the menu opened was another element
  useEffect(() => {
    if (wasOpen.current && !menu) more.current?.focus({ preventScroll: true });
    wasOpen.current = menu;
  }, [menu]);
  if (all.length < 2) return null;
  const further = tabs.filter((_, place) => fitting && !fitting.has(place));
  const withoutTab = hidden.filter((view) => view !== current);
  const hasMenu = !me.support || further.length + withoutTab.length > 0;
  const button = hasMenu ? (
    <button
      ref={more}
      type="button"
      className={styles.more}
      aria-haspopup="menu"
      aria-expanded={menu}
      onClick={() => setMenu(!menu)}
    >
      {t('views.tabs.more')} <IconChevronDown size={14} />
    </button>
  ) : null;
  return (
    <nav className={styles.row} aria-label={t('views.tabs.title')}>
      <ul ref={list} className={styles.tabs} data-waiting={isWaiting || undefined}>
        {tabs.map(({ value, label, count, href, isCurrent, onClick }, place) => (
          <li key={value} hidden={fitting ? !fitting.has(place) : false}>
            <a href={href} className={styles.tab} aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
              {label} {count === undefined && !isWaiting ? null : <span className={styles.count}>{count}</span>}
            </a>
          </li>
        ))}
      </ul>
      {menu && button ? (
        <Suspense fallback={button}>
          <MoreViews
            target={button}
            further={further}
            hidden={withoutTab.map(toLink)}
            onArrange={
              me.support
                ? undefined
                : () => {
                    setMenu(false);
                    setArranging(true);
                  }
            }
            onClose={() => setMenu(false)}
          />
        </Suspense>
      ) : (
        button
      )}
      {arranging ? (
        <Suspense>
          <ArrangeViews resource={resource} views={views} onClose={() => setArranging(false)} />
        </Suspense>
      ) : null}
    </nav>
  );
}
