import { printFilter } from '@keyward/contract/filter';
import type { Search } from '@keyward/contract/paths';
import { Link } from '@tanstack/react-router';
import { useLocations } from './useLocations.ts';

type Props = { to: (search: Search) => string; name: string };

/** The name of a location, which leads to a list of what is there. Several names in one text, or one that is hidden, lead nowhere. */
export function LocationLink({ to, name }: Props) {
  const locations = useLocations();
  if (!locations?.options.some(({ label }) => label === name)) return name;
  const filter = printFilter({ op: 'in', values: [name] });
  return <Link to={to({ custom_view: 'Overview', [`filter.${locations.column}`]: filter })}>{name}</Link>;
}
