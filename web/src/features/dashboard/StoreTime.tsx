import { useSession } from '#lib/session.ts';
import styles from './custody.module.css';
import { timeThere } from './timeThere.ts';

/** An instant in the zone of its location, shown below the same instant in the profile's zone if the two differ. */
export function StoreTime({ at, zone: there }: { at: string; zone: string }) {
  const { zone } = useSession();
  const text = timeThere(at, zone, there);
  return text === null ? null : <small className={styles.there}>{text}</small>;
}
