import { own, runSql, sql, tenant } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import type { Entry } from './entries.ts';

/** An entry that differs from what is stored; a removed one has no content. */
export type Changed = Omit<Entry, 'kind' | 'content'> & { kind: string; content: string | null; at: string };
/** A controller with its current version and its changed entries. */
type Raised = { id: string; version: number; changed: readonly Changed[] };

/** A removed entry keeps its kind and its end: until then a controller that has not confirmed it may still use it. */
async function storeEntries(db: Db, raised: readonly Raised[]): Promise<void> {
  const rows = raised.flatMap(({ id, version, changed }) =>
    changed.map((entry) => ({ ...entry, controller: id, version: version + 1 })),
  );
  const column = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of);
  await runSql(
    db,
    sql`insert into controller_entry as e
        (tenant_id, controller_id, entry_id, kind, content, hash, version, changed_at, not_after)
      select ${tenant}, v.controller, v.id, v.kind, v.content, v.hash, v.version, v.at, v.not_after
      from unnest(${column(({ controller }) => controller)}::uuid[], ${column(({ id }) => id)}::uuid[],
        ${column(({ kind }) => kind || 'device')}::text[], ${column(({ content }) => content)}::text[],
        ${column(({ hash }) => hash)}::text[], ${column(({ version }) => version)}::bigint[],
        ${column(({ at }) => at)}::timestamptz[], ${column(({ notAfter }) => notAfter)}::timestamptz[])
        as v(controller, id, kind, content, hash, version, at, not_after)
      on conflict (tenant_id, controller_id, entry_id) do update set
        kind = case when excluded.content is null then e.kind else excluded.kind end,
        not_after = case when excluded.content is null then e.not_after else excluded.not_after end,
        content = excluded.content, hash = excluded.hash, version = excluded.version, changed_at = excluded.changed_at`,
  );
}

/** Stores the changed entries and raises the versions, each with the digest of the controller's stored entries. */
export async function storeVersions(db: Db, raised: readonly Raised[]): Promise<void> {
  const ids = raised.map(({ id }) => id);
  await runSql(
    db,
    sql`insert into controller_state (tenant_id, device_id) select ${tenant}, x from unnest(${ids}::uuid[]) as x
      on conflict do nothing`,
  );
  await storeEntries(db, raised);
  await runSql(
    db,
    sql`with raised as (
        select r.id, r.version, encode(sha256(convert_to((
            select coalesce(string_agg(e.entry_id || ' ' || e.hash || E'\n', '' order by e.entry_id), '')
            from controller_entry e where ${own('e')} and e.controller_id = r.id and e.content is not null
          ), 'UTF8')), 'hex') as digest
        from unnest(${ids}::uuid[], ${raised.map(({ version }) => version + 1)}::bigint[]) as r(id, version)),
      stored as (
        update controller_state s set version = raised.version, digest = raised.digest from raised
        where ${own('s')} and s.device_id = raised.id)
      insert into controller_version (tenant_id, controller_id, version, digest)
      select ${tenant}, raised.id, raised.version, raised.digest from raised`,
  );
}
