import styles from './lines.module.css';

/** The notes below the lines, one after the other. */
export function Notes({ notes }: { notes: readonly (string | null)[] }) {
  const shown = notes.filter((note) => note !== null);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {shown.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
