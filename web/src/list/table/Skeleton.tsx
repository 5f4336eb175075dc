import type { ViewColumn } from '@keyward/contract/list';
import { Spinner } from '#ui/Spinner.tsx';
import { columnTracks } from './layout.ts';
import styles from './skeleton.module.css';

const count = 12;

/**
 * Placeholders for the rows, as high as these will be, under a spinner. Specification, part 2, section 2 'Status
 * display'.
 */
export function Skeleton({ columns }: { columns: ViewColumn[] | undefined }) {
  const cells = columns ?? Array.from({ length: 5 }, (_, index) => ({ accessorKey: String(index) }));
  const template = columns ? columnTracks(columns, []).template : `repeat(${cells.length}, 1fr)`;
  return (
    <>
      <div className={styles.spinner}>
        <Spinner size={28} />
      </div>
      <div className={styles.skeleton} aria-hidden>
        <div className={styles.skeletonHead} />
        {Array.from({ length: count }, (_, row) => (
          <div key={row} className={styles.skeletonRow} style={{ gridTemplateColumns: template }}>
            {cells.map(({ accessorKey }, cell) => (
              <span
                key={accessorKey}
                className={styles.bone}
                style={{ width: `${45 + ((row * 7 + cell * 17) % 40)}%` }}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
