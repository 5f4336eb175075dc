import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { listNamespaces } from '#texts/namespaces.ts';
import { IconArrowUp } from '#ui/icons.tsx';
import styles from './live.module.css';
import { scrollerOf } from './scroller.ts';
import { useFollow } from './useFollow.ts';
import { type LiveList, useLive } from './useLive.ts';

// only lists of events have one; without it, the notice starts to listen sooner
const FollowSwitch = lazily(async () => (await import('./FollowSwitch.tsx')).FollowSwitch);

type Props<T extends { id: string }> = Omit<LiveList<T>, 'onChanged'> & {
  /** Refetches the list from its top. */
  onShow: () => Promise<unknown>;
  /** New rows come at the top, so that the list can follow them. */
  follows: boolean | undefined;
  /** A row is open or selected, so no row may move. */
  held: boolean;
};
const still = '(prefers-reduced-motion: reduce)';

/** Focuses the first row, which is rendered a moment after the list has scrolled to it. */
function focusFirst(frame: HTMLElement, tries = 30): void {
  const first = frame.querySelector<HTMLElement>('[data-index="0"] a');
  if (first) first.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusFirst(frame, tries - 1));
}

/**
 * Shows below the rows how many were added since the list was read; a press shows them at the top, and lists of events can follow
 * them. Changed rows are updated in place, and highlighted for a moment.
 */
export function LiveNotice<T extends { id: string }>({ onShow, follows, held, ...live }: Props<T>) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const light = (ids: string[]) => {
    if (matchMedia(still).matches) return;
    for (const id of ids) {
      const row = document.querySelector(`#row-${CSS.escape(id)}`)?.closest('[role=row]');
      row?.animate([{ backgroundColor: 'var(--kw-warning-ground)' }, {}], { duration: 2000, easing: 'ease-in' });
    }
  };
  const more = useLive({ ...live, onChanged: light });
  const follow = useFollow({ place, more, rows: live.rows, held: held || !follows, onShow });
  const shown = useRef(false);
  useEffect(() => {
    // the pressed button is gone, and the rows that it loaded are rendered
    const frame = place.current?.closest('section');
    if (!shown.current || more !== 0 || !frame) return;
    shown.current = false;
    scrollerOf(frame)?.scrollTo({ top: 0 });
    focusFirst(frame);
  }, [more]);
  const show = () => {
    shown.current = true;
    void onShow();
  };
  return (
    <div ref={place} className={styles.place}>
      <div role="status">
        {more === 0 || follow.state === 'following' ? null : (
          <button type="button" className={styles.notice} onClick={show}>
            <IconArrowUp size={16} />
            {more > 0 ? t(`${listNamespaces[live.resource]}.newRows`, { count: more }) : t('list.live.changed')}
          </button>
        )}
      </div>
      {follows ? (
        <Suspense>
          <FollowSwitch state={follow.state} onSwitch={follow.onSwitch} />
        </Suspense>
      ) : null}
    </div>
  );
}
