import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** A list of names and values. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

/** One name and value; inside a form it stands by itself, like a read-only field. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <span className={styles.name}>{label}</span>
      <span className={styles.value}>{children}</span>
    </div>
  );
}

/** The same as a line of Facts. */
export function FactLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <dt className={styles.name}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
