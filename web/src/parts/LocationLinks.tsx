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
  /** The same names one by one, since a name may contain a comma. */
  tags: readonly TagAssignment[];
};

/** The names of locations, each a link to a list of its rows. A location that is not visible has no link. */
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
