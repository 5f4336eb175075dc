import type { CustomView } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { ActionIcon } from '@mantine/core';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { IconColumns, IconDots } from '#ui/icons.tsx';
import { Tip } from '#ui/Tip.tsx';
import { useViewText, type Views } from './useViews.ts';
import styles from './views.module.css';

// the list does not wait for the code that changes its views
const ViewDialogs = lazily(async () => (await import('./ViewDialogs.tsx')).ViewDialogs);
const ViewMenu = lazily(async () => (await import('./ViewMenu.tsx')).ViewMenu, { texts: ['views'] });
const ViewChanges = lazily(async () => (await import('./ViewChanges.tsx')).ViewChanges, { texts: ['views'] });
const LostParts = lazily(async () => (await import('./ViewNotices.tsx')).LostParts, { texts: ['views'] });
const MissingView = lazily(async () => (await import('./ViewNotices.tsx')).MissingView, { texts: ['views'] });

type Props = {
  resource: ListResource;
  views: Views;
  view: CustomView;
  /** The button of the view's options. */
  options: RefObject<HTMLButtonElement | null>;
};

/** The actions on the chosen view, and its columns. */
export function ViewTools({ resource, views, view, options }: Props) {
  const { t } = useTranslation();
  const [menu, setMenu] = useState(false);
  const wasOpen = useRef(false);
  // focus is outside React: the button before the menu opened was another element
  useEffect(() => {
    if (wasOpen.current && !menu) options.current?.focus({ preventScroll: true });
    wasOpen.current = menu;
  }, [menu, options]);
  const label = t(views.edited ? 'list.viewEdited' : 'list.viewOptions');
  const button = (
    <ActionIcon
      ref={options}
      variant="default"
      size={36}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={menu}
      className={styles.withDot ?? ''}
      data-dot={views.edited || undefined}
      onClick={() => setMenu(!menu)}
    >
      <IconDots />
    </ActionIcon>
  );
  return (
    <>
      {menu ? (
        <Suspense fallback={button}>
          <ViewMenu resource={resource} views={views} view={view} target={button} onClose={() => setMenu(false)} />
        </Suspense>
      ) : (
        <Tip label={label}>{button}</Tip>
      )}
      <Tip label={t('list.columnsButton')}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('list.columnsButton')}
          aria-haspopup="dialog"
          onClick={() => views.openDialog('columns')}
        >
          <IconColumns />
        </ActionIcon>
      </Tip>
      {views.dialog ? (
        <Suspense>
          <ViewDialogs resource={resource} views={views} view={view} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The line with the view's description, its unsaved changes, and its lost parts. */
export function ViewNotes({ resource, views, options }: Omit<Props, 'view'>) {
  const textOf = useViewText();
  const { current } = views;
  // reserves space until the views load
  if (!current) return <div className={styles.about} />;
  return (
    <div className={styles.about}>
      <p className={styles.description}>{textOf(resource, current, views.window?.chosen !== undefined).description}</p>
      <div role="status">
        <Suspense>
          {views.edited ? <ViewChanges views={views} view={current} options={options} /> : null}
          {current.saved?.lost.length ? <LostParts view={current} /> : null}
        </Suspense>
      </div>
      {views.missing ? (
        <Suspense>
          <MissingView views={views} />
        </Suspense>
      ) : null}
    </div>
  );
}
