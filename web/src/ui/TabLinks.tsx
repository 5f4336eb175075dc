import { Link } from '@tanstack/react-router';
import styles from './TabLinks.module.css';

type Tab = { to: string; label: string; chosen: boolean };

/** Links between the parts of a page, one of which is shown. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className={styles.selector} aria-label={label}>
      {tabs.map(({ to, label: text, chosen }) => (
        <Link
          key={to}
          to={to}
          className={styles.choice}
          aria-current={chosen ? 'page' : undefined}
          data-chosen={chosen || undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
