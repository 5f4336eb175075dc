import { useSession } from '#lib/session.ts';
import styles from './custody.module.css';
import { timeThere } from './timeThere.ts';

/** An instant by the clock of its store, below that of the person, where the two differ. */
export function StoreTime({ at, zone: there }: { at: string; zone: string }) {
  const { zone } = useSession();
  const text = timeThere(at, zone, there);
  return text === null ? null : <small className={styles.there}>{text}</small>;
}
