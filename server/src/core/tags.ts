import type { TagDefinition } from '@keyward/contract/groups';
import { type Db, rows } from '#db/tenant.ts';

const definitions = `
  select d.id, d.label, d.category, d.position as "order", d.type, d.is_location,
    coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'order', v.position)
        order by v.position, v.name_fold collate natural_order)
      from tag_value v where v.tenant_id = $1 and v.tag_definition_id = d.id), '[]') as values,
    coalesce((select jsonb_agg(jsonb_build_object('type', o.object_type, 'order', o.position, 'required', o.required)
        order by o.object_type)
      from tag_object o where o.tenant_id = $1 and o.tag_definition_id = d.id), '[]') as objects
  from tag_definition d
  where d.tenant_id = $1 and ($2::int is null or d.type = $2) and ($3::boolean is null or d.is_location = $3)
    and ($4::text is null or exists (select from tag_object o
      where o.tenant_id = $1 and o.tag_definition_id = d.id and o.object_type = $4))
  order by d.position, d.label_fold`;

/** Tag definitions with their values, in their order; each condition is left out with undefined. */
export async function tagDefinitions(
  db: Db,
  where: { type?: 0 | 1 | undefined; objectType?: 'users' | 'devices' | undefined; isLocation?: boolean | undefined },
): Promise<TagDefinition[]> {
  return rows<TagDefinition>(db, definitions, [
    db.tenantId,
    where.type ?? null,
    where.isLocation ?? null,
    where.objectType ?? null,
  ]);
}
