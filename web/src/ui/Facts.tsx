import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** A list of names and values. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

type FactProps = {
  label: string;
  /** The reason why the form was refused. No field is marked, so the fact is read out, and the form gives it the focus. */
  error?: string | undefined;
  children: ReactNode;
};

/** One name and value; inside a form it stands by itself, like a read-only field. */
export function Fact({ label, error, children }: FactProps) {
  return (
    <div className={styles.fact} {...(error ? { tabIndex: -1, 'data-fault': true } : {})}>
      <span className={styles.name}>{label}</span>
      <span className={styles.value}>{children}</span>
      {error ? <Input.Error role="alert">{error}</Input.Error> : null}
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
