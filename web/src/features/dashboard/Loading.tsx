import { Skeleton } from '#list/table/Skeleton.tsx';
import { SlowNotice } from '#ui/states.tsx';
import styles from './dashboard.module.css';

/** In the place of a table or picture while it is read. */
export function Loading() {
  return (
    <>
      <div className={styles.loading}>
        <Skeleton columns={undefined} />
      </div>
      <SlowNotice />
    </>
  );
}
