import { paths } from '@keyward/contract/paths';
import { can, type Rule } from '@keyward/contract/permissions';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Filters } from '#lib/storedFilters.ts';
import { useSession } from '#lib/session.ts';
import styles from '#parts/pictures/pictures.module.css';
import type { Span } from './pictures.ts';

/** Scope that all pictures share: the range, which ends now, and the locations in the header. */
export type PictureProps = { span: Span; filters: Filters };

/** A picture below the cards, with its title. */
export function Picture({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.picture} aria-label={title} tabIndex={-1}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** List with filters, and the rule for reading it. */
type Target = { to: string; reads: Rule; search: Record<string, string> };
export const eventsOf = (search: Target['search']): Target => ({ to: paths.activity(), reads: can.readEvents, search });
export const devicesIn = (search: Target['search']): Target => ({
  to: paths.devices(),
  reads: can.readDevices,
  search,
});

type AboutProps = {
  /** Description of the picture. */
  about: string;
  /** The total in words, and the link to its rows. */
  count: string;
  target: Target;
  children?: ReactNode;
};

/** Line below the title: the description of the picture, and the total, linked to its rows. */
export function About({ about, count, target, children }: AboutProps) {
  const { authority } = useSession();
  return (
    <div className={styles.about}>
      <p>
        {about} ·{' '}
        {target.reads.holds(authority) ? (
          <Link to={target.to} search={target.search}>
            {count}
          </Link>
        ) : (
          count
        )}
      </p>
      {children}
    </div>
  );
}
