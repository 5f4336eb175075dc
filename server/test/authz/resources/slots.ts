// Places in a call that take an id, for references.test.ts.
import type { EndpointSpec, In } from '@keyward/contract/endpoint';
import type { listQuery } from '@keyward/contract/list';
import type { chosenRows } from '@keyward/contract/selection';
import { north } from '#testing/people.ts';
import type { Area, Hidden, Scene, Slot } from './resource.ts';

/** A slot: `parts` is the call with an id in it. */
export const slot = <E extends EndpointSpec>(spec: E, ids: Hidden, parts: (id: string) => In<E>): Slot => ({
  ...ids,
  spec,
  parts,
  // the parameters of request() are computed from E, which is open here
  ask: (as, id) => as.request(spec, ...([parts(id)] as unknown as never)),
});

/** A row of the other tenant. */
export const foreign = (scene: Scene, area: Area): Hidden => ({ theirs: scene.theirs(area).id });
/** The same, and one of the own tenant at South. */
export const hidden = (scene: Scene, area: Area): Hidden => ({ ...foreign(scene, area), away: scene.away(area).id });
export const foreignGroup = ({ world }: Scene): Hidden => ({ theirs: world.tags.harbor.department });

/** The slots of every list. */
export function listSlots(scene: Scene, spec: EndpointSpec & { query: typeof listQuery }, rows: string) {
  const { location } = scene.world.tags.harbor;
  return {
    [`a tag in a list of ${rows}`]: slot(spec, foreignGroup(scene), (id) => ({ query: { [`tags.${id}`]: 'Toys' } })),
    [`the location in a list of ${rows}`]: slot(spec, { theirs: location }, (id) => ({
      query: { [`tags.${id}`]: north },
    })),
    [`the view of a list of ${rows}`]: slot(spec, foreign(scene, 'views'), (id) => ({ query: { custom_view: id } })),
  };
}

type OfChosen = EndpointSpec & { body: typeof chosenRows };
/** The slots of every call on chosen rows. `column`: the filter that finds a row by its id. */
export const chosenSlots = (scene: Scene, area: Area, spec: OfChosen, title: string, column = 'id') =>
  chosenIn(scene, area, spec, title, column, (rows) => rows);

/** The same for a call with the chosen rows as a part of its body; `bodyOf` makes the body from them. */
export function chosenIn<E extends EndpointSpec>(
  scene: Scene,
  area: Area,
  spec: E,
  title: string,
  column: string,
  bodyOf: (rows: In<OfChosen>['body']) => unknown,
) {
  const rows = hidden(scene, area);
  const own = scene.here(area).id;
  const chosen = (of: Hidden, parts: (id: string) => In<OfChosen>) =>
    slot(spec, of, (id) => ({ body: bodyOf(parts(id).body) }) as In<E>);
  const query = (filterData: Record<string, string>) => ({ body: { filterData, count: 1 } });
  return {
    [title]: chosen(rows, (id) => ({ body: { ids: [id] } })),
    [`${title}, among others`]: chosen(rows, (id) => ({ body: { ids: [own, id] } })),
    [`${title}, found by id`]: chosen(rows, (id) => query({ [column]: id })),
    [`${title}, found by tag`]: chosen(foreignGroup(scene), (id) => query({ [`tags.${id}`]: 'Toys' })),
    [`${title}, found by view`]: chosen(foreign(scene, 'views'), (id) => query({ custom_view: id })),
    [`${title}, all but one`]: chosen(rows, (id) => ({
      body: { filterData: { [column]: own }, count: 1, without: [id] },
    })),
  };
}
