import { Suspense } from 'react';
import { lazily } from '#lib/lazily.ts';
import styles from '#list/list.module.css';
import { useViewText } from './useViews.ts';
import type { ChooserProps } from './ViewChooser.tsx';

// loads beside the rows
const ViewChooser = lazily(async () => (await import('./ViewChooser.tsx')).ViewChooser, { texts: ['views'] });

/** The choice of a view; while it loads, its space and the name of the view; nothing when the views cannot be read. */
export function ViewRow(props: ChooserProps) {
  const { resource, views } = props;
  const textOf = useViewText();
  if (!views.current && views.error) return null;
  const room = <span className={styles.room}>{views.current && textOf(resource, views.current).label}</span>;
  return views.current ? (
    <Suspense fallback={room}>
      <ViewChooser {...props} />
    </Suspense>
  ) : (
    room
  );
}
