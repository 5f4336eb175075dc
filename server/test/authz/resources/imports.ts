import { imports } from '@keyward/contract/imports';
import { randomUUID } from 'node:crypto';
import { tenants } from '#testing/people.ts';
import { whileAppointed } from './organizations.ts';
import { type Cell, editing, type Make, type ResourceOf, type Scene } from './resource.ts';
import { foreignGroup, slot } from './slots.ts';

const needs = editing('USERS');
const fileOf = (name: string) => `name,profile id\nPerson,${name}`;
const newFile = ({ next }: Cell) => fileOf(`from.file.${next()}`);
const rows = () => ({ rows: 'all' });

/** An import of a profile that is not a caller: others see an applied import, but not a plan. */
const importOf =
  (state: 'ready' | 'applied'): Make =>
  async ({ owner, profileOf }, tenant) => {
    const id = randomUUID();
    await owner.query(
      `insert into profile_import
         (tenant_id, id, created_by, created_by_name, file_name, file_hash, options, columns, state, total, applied_at, expires_at)
       values ($1, $2, $3, 'Greta', 'people.csv', '', '{"activate":false,"update":false,"clear":false}', '[]', $4, 0,
         case when $4 = 'applied' then now() end, now() + interval '1 h')`,
      [tenants[tenant], id, await profileOf(tenant, 'gone'), state],
    );
    return { id };
  };
const plan = { variant: 'plan of another', needs, private: true, target: importOf('ready') } as const;

function references(scene: Scene) {
  const file = new TextEncoder().encode(fileOf('not.planned'));
  const column = slot(imports.plan, { ...foreignGroup(scene), by: ['admin'] }, (id) => ({
    query: { columns: `name,${id}` },
    file,
  }));
  return {
    slots: {
      'the tag of a column': {
        ...column,
        ask: (...asked: Parameters<typeof column.ask>) => whileAppointed(scene.world, () => column.ask(...asked)),
      },
    },
  };
}

export const importsResource: ResourceOf<'imports'> = {
  make: importOf('applied'),
  calls: {
    bulk: {
      needs,
      ok: 201,
      appointed: 'acts',
      body: ({ next }) => ({ users: [{ name: 'Person', username: `in.bulk.${next()}` }] }),
    },
    file: { needs, ok: 201, appointed: 'acts', file: newFile },
    plan: { needs, ok: 201, appointed: 'acts', file: newFile },
    list: { needs, ok: 200, appointed: 'acts' },
    get: [
      { needs, ok: 200, appointed: 'sees' },
      { ...plan, ok: 200 },
    ],
    rows: [
      { needs, ok: 200, appointed: 'sees' },
      { ...plan, ok: 200 },
    ],
    // once: a repeat is answered with the result
    apply: [
      { needs, ok: 200, appointed: 'sees', body: rows },
      { ...plan, ok: 200, body: rows },
    ],
    revertPlan: [
      { needs, ok: 200, appointed: 'sees' },
      { ...plan, ok: 409 },
    ],
    revert: [
      { needs, ok: 200, appointed: 'sees' },
      { ...plan, ok: 409 },
    ],
    // an applied import cannot be discarded
    discard: [
      { needs, ok: 409, appointed: 'sees' },
      { ...plan, ok: 204 },
    ],
  },
  // only for the in-product admin
  tenantWide: ['list', 'get', 'rows', 'revertPlan'],
  walk: ({ world }) => {
    const { admin } = world.portal.as;
    const file = new TextEncoder().encode(fileOf('walked.in'));
    const users = [{ name: 'Walked in', username: 'walked.in.too' }];
    const steps = {
      file: () => admin.call(imports.file, { file }),
      bulk: () => admin.call(imports.bulk, { body: { users } }),
    };
    return [
      ['file', 'IMPORT_USERS', () => whileAppointed(world, steps.file)],
      ['bulk', 'IMPORT_USERS', () => whileAppointed(world, steps.bulk)],
    ];
  },
  // they only plan, or start work that a job records (modules/profiles/import-plan.test.ts, import-revert.test.ts)
  notWalked: ['plan', 'apply', 'revert', 'discard'],
  references,
};
