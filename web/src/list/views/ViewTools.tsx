import type { CustomView } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { ActionIcon, Tooltip } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { IconColumns, IconDots } from '#ui/icons.tsx';
import { useViewText, type Views } from './useViews.ts';
import styles from './views.module.css';

// the list does not wait for the code that changes its views
const ColumnsDrawer = lazily(async () => (await import('./ColumnsDrawer.tsx')).ColumnsDrawer, {
  texts: ['sortable', 'views'],
});
const SaveView = lazily(async () => (await import('./SaveView.tsx')).SaveView, { texts: ['views', 'roles'] });
const WatchView = lazily(async () => (await import('./WatchView.tsx')).WatchView, { texts: ['watches'] });
const ReportView = lazily(async () => (await import('./ReportView.tsx')).ReportView, {
  texts: ['reports', 'settings'],
});
const ViewMenu = lazily(async () => (await import('./ViewMenu.tsx')).ViewMenu, { texts: ['views'] });
const ViewChanges = lazily(async () => (await import('./ViewChanges.tsx')).ViewChanges, { texts: ['views'] });
const LostParts = lazily(async () => (await import('./ViewNotices.tsx')).LostParts, { texts: ['views'] });
const MissingView = lazily(async () => (await import('./ViewNotices.tsx')).MissingView, { texts: ['views'] });

type Props = { resource: ListResource; views: Views; view: CustomView };

/** The actions on the chosen view, and its columns. */
export function ViewTools({ resource, views, view }: Props) {
  const { t } = useTranslation();
  const [menu, setMenu] = useState(false);
  const options = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // focus is outside React: the button before the menu opened was another element
  useEffect(() => {
    if (wasOpen.current && !menu) options.current?.focus({ preventScroll: true });
    wasOpen.current = menu;
  }, [menu]);
  const label = t(views.edited ? 'list.viewEdited' : 'list.viewOptions');
  const { dialog, openDialog } = views;
  const close = () => openDialog(undefined);
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
        <Tooltip label={label}>{button}</Tooltip>
      )}
      <Tooltip label={t('list.columnsButton')}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('list.columnsButton')}
          aria-haspopup="dialog"
          onClick={() => openDialog('columns')}
        >
          <IconColumns />
        </ActionIcon>
      </Tooltip>
      <Suspense>
        {dialog === 'columns' ? <ColumnsDrawer views={views} onClose={close} /> : null}
        {dialog === 'report' ? <ReportView resource={resource} views={views} view={view} onClose={close} /> : null}
        {dialog === 'watch' ? <WatchView resource={resource} views={views} view={view} onClose={close} /> : null}
        {dialog === 'new' || dialog === 'details' ? (
          <SaveView
            key={dialog}
            resource={resource}
            views={views}
            view={view}
            isNew={dialog === 'new'}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** The line with the view's description, its unsaved changes, and its lost parts. */
export function ViewNotes({ resource, views }: Omit<Props, 'view'>) {
  const textOf = useViewText();
  const { current } = views;
  // reserves space until the views load
  if (!current) return <div className={styles.about} />;
  return (
    <div className={styles.about}>
      <p className={styles.description}>{textOf(resource, current, views.window?.chosen !== undefined).description}</p>
      <div role="status">
        <Suspense>
          {views.edited ? <ViewChanges views={views} view={current} /> : null}
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
