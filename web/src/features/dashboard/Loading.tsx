import { Skeleton } from '#list/table/Skeleton.tsx';
import { SlowNotice } from '#ui/states.tsx';
import styles from './dashboard.module.css';

/** Placeholder for a table or picture that is being read. */
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
