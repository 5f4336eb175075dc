import { printFilter } from '@keyward/contract/filter';
import { paths } from '@keyward/contract/paths';
import { Link } from '@tanstack/react-router';
import { useLocations } from '#parts/useLocations.ts';

/** Location, with the column of events that filters a list by it. */
export type NamedLocation = { column: string; name: string };

/** Name of a location, linked to its events; without a link for a deleted location, which no filter finds. */
export function LocationLink({ location: { column, name } }: { location: NamedLocation }) {
  const locations = useLocations();
  if (!locations?.options.some(({ label }) => label === name)) return <b>{name}</b>;
  const here = printFilter({ op: 'in', values: [name] });
  return <Link to={paths.activity({ custom_view: 'Overview', [`filter.${column}`]: here })}>{name}</Link>;
}
