import { printFilter } from '@keyward/contract/filter';
import { paths } from '@keyward/contract/paths';
import { Link } from '@tanstack/react-router';
import { useLocations } from '#parts/useLocations.ts';

/** A location with the column of events by which a list is filtered to it. */
export type NamedLocation = { column: string; name: string };

/** The name of a location, which leads to what happened there; that of a deleted one, which no filter finds, to nowhere. */
export function LocationLink({ location: { column, name } }: { location: NamedLocation }) {
  const locations = useLocations();
  if (!locations?.options.some(({ label }) => label === name)) return <b>{name}</b>;
  const here = printFilter({ op: 'in', values: [name] });
  return <Link to={paths.activity({ custom_view: 'Overview', [`filter.${column}`]: here })}>{name}</Link>;
}
