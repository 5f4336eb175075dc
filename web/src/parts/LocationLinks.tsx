import { printFilter } from '@keyward/contract/filter';
import type { TagAssignment } from '@keyward/contract/groups';
import type { Search } from '@keyward/contract/paths';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useLocations } from './useLocations.ts';

type Props = {
  to: (search: Search) => string;
  /** The names in one text, as a row has them. */
  names: string;
  /** A name may have a comma: these have each for itself. */
  tags: readonly TagAssignment[];
};

/** The names of locations, each of which leads to a list of what is there. One that is hidden leads nowhere. */
export function LocationLinks({ to, names, tags }: Props) {
  const locations = useLocations();
  if (!locations) return names;
  const { column, options } = locations;
  const each = tags.find(({ tagId }) => column === `tags.${tagId}`)?.values ?? [names];
  return each.map((name, i) => (
    <Fragment key={name}>
      {i > 0 ? ', ' : ''}
      {options.some(({ label }) => label === name) ? (
        <Link to={to({ custom_view: 'Overview', [`filter.${column}`]: printFilter({ op: 'in', values: [name] }) })}>
          {name}
        </Link>
      ) : (
        name
      )}
    </Fragment>
  ));
}
