// The opening hours that 'tonight' and 'last night' refer to in a list query.
import { fold } from '@keyward/contract/characters';
import { parseFilter, parseOneOf } from '@keyward/contract/filter';
import type { ListQuery } from '@keyward/contract/list';
import { id as idText } from '@keyward/contract/text';
import { isVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { dayOf, type LocationDay } from '#core/locations/day.ts';
import type { Db } from '#db/tenant.ts';
import type { ListView } from './views/types.ts';

const night = /(^|[:,])(tonight|lastNight)\+?(,|$)/;

/**
 * The hours for the nights of a query; undefined if it names none. They are those of the only location that it filters by, else
 * of the only device that it filters by, else of the actor's only location, else the organization's.
 */
export async function hoursOfNights(
  db: Db,
  actor: Pick<Actor, 'allData' | 'locations' | 'tenant'>,
  query: ListQuery,
  view: ListView | undefined,
): Promise<LocationDay | undefined> {
  const filters = [view?.narrows?.query.filter ?? {}, view?.query.filter ?? {}, query].flatMap((of) =>
    Object.entries(of).flatMap(([name, text]): [string, string][] => (typeof text === 'string' ? [[name, text]] : [])),
  );
  if (!filters.some(([, text]) => night.test(text))) return undefined;
  const location = await findHours(db, actor, filters);
  return dayOf(location ?? { time_zone: null, week: null, exceptions: [] }, actor.tenant.config);
}

async function findHours(db: Db, actor: Pick<Actor, 'allData' | 'locations'>, filters: readonly [string, string][]) {
  const values = db
    .selectFrom('tag_value as v')
    .innerJoin('tag_definition as d', (join) =>
      join.onRef('d.id', '=', 'v.tag_definition_id').on('d.is_location', '=', true),
    )
    .leftJoin('location_hours as h', 'h.value_id', 'v.id')
    .select(['v.id', 'd.id as tag', 'v.name', 'h.time_zone', 'h.week', 'h.exceptions']);
  const own = actor.allData ? [] : actor.locations;
  // the filters are few; only with its tag is it known which of them is on the location
  const kept = filters.flatMap(([name, text]) => oneValue(name, text));
  const tags = kept.filter(({ column }) => column.startsWith('tags.'));
  const named = tags.length
    ? await values
        .where(
          'v.name_fold',
          'in',
          tags.map(({ value }) => fold(value)),
        )
        .execute()
    : [];
  const chosen = named.filter(
    ({ id, tag, name }) =>
      tags.some(({ column, value }) => column === `tags.${tag}` && fold(value) === fold(name)) && isVisible(actor, id),
  );
  if (chosen.length > 1) return undefined;
  const ofDevice = async () => {
    const [device, ...others] = new Set(kept.flatMap(({ column, value }) => (column === 'entity_id' ? [value] : [])));
    if (others.length > 0 || !idText.safeParse(device).success) return undefined;
    const query = values.innerJoin('device as e', 'e.location_value_id', 'v.id').where('e.id', '=', device ?? '');
    const at = await query.executeTakeFirst();
    return at && isVisible(actor, at.id) ? at : undefined;
  };
  const ofActor = async () => (own.length === 1 ? values.where('v.id', 'in', own).execute() : []);
  const only = chosen[0] ?? (await ofDevice()) ?? (await ofActor())[0];
  return only && { ...only, exceptions: only.exceptions ?? [] };
}

/** The column and value of a filter that matches exactly one value; empty for any other filter. */
function oneValue(name: string, text: string): { column: string; value: string }[] {
  const of = name === 'q' ? parseOneOf(text) : { field: name, filter: parseFilter(text) };
  if (of?.filter.op !== 'in' || of.filter.not || of.filter.none) return [];
  const [value, ...others] = of.filter.values;
  return value !== undefined && others.length === 0 ? [{ column: of.field, value }] : [];
}
