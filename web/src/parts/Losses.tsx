import type { ReactNode } from 'react';
import styles from './losses.module.css';

type Props = {
  question: string;
  /** That it cannot be undone; on the line of the question. */
  permanent: string;
  /** Introduces `items`, and is left out where there are none; without `items`, all that is said of it. */
  lost: string;
  items?: readonly string[];
  children?: ReactNode;
  kept: string;
};

/** The words of the question before a deletion: what goes, and what stays. */
export function Losses({ question, permanent, lost, items, children, kept }: Props) {
  return (
    <>
      <p className={styles.text}>
        <strong>{question}</strong> {permanent}
      </p>
      {items?.length === 0 ? null : (
        <div>
          <p className={styles.text}>{lost}</p>
          {items ? (
            <ul className={styles.lost}>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          ) : null}
        </div>
      )}
      {children ? <p className={styles.text}>{children}</p> : null}
      <p className={styles.kept}>{kept}</p>
    </>
  );
}
