import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** What is known, name beside value. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

/** One line of Facts; inside a form it stands by itself, like a field that cannot be changed. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <span className={styles.name}>{label}</span>
      <span className={styles.value}>{children}</span>
    </div>
  );
}

/** The same as part of a list of facts. */
export function FactLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <dt className={styles.name}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
