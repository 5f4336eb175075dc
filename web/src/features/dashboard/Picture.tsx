import { paths } from '@keyward/contract/paths';
import { can, type Rule } from '@keyward/contract/permissions';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Filters } from '#lib/storedFilters.ts';
import { useSession } from '#lib/session.ts';
import styles from '#parts/pictures/pictures.module.css';
import type { Span } from './pictures.ts';

/** What all pictures show: the same range, until now, of the locations in the header. */
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

/** A list with its filters, and who may read it. */
type Target = { to: string; reads: Rule; search: Record<string, string> };
export const eventsOf = (search: Target['search']): Target => ({ to: paths.activity(), reads: can.readEvents, search });
export const devicesIn = (search: Target['search']): Target => ({
  to: paths.devices(),
  reads: can.readDevices,
  search,
});

type AboutProps = {
  /** Says what the picture shows. */
  about: string;
  /** The total in words, and its rows. */
  count: string;
  target: Target;
  children?: ReactNode;
};

/** The line below the title: what the picture shows, and the total with its rows. */
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
