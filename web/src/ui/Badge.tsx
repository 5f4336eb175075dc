import type { FC, ReactNode } from 'react';
import styles from './Badge.module.css';

export type Tone = 'success' | 'failure' | 'warning' | 'quiet';

/** A state as a word with a colour and an icon, so that colour is never the only sign. */
export function Badge({
  tone,
  icon: Icon,
  children,
}: {
  tone: Tone;
  icon: FC<{ size?: number }>;
  children: ReactNode;
}) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon size={14} />
      <span className={styles.text}>{children}</span>
    </span>
  );
}
