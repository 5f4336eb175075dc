import { PortalError } from '#core/errors.ts';
import { type Db, rows } from '#db/tenant.ts';
import type { Condition } from './check.ts';
import type { TagColumns } from './define.ts';
import type { Test } from './filter.ts';
import { newParams, type Params } from './params.ts';
import { textTest } from './text-test.ts';
import { complete, oneOf, type Piece } from './where.ts';

type Definition = { type: 0 | 1; is_location: boolean; matched: string[]; strangers: string[] };

/**
 * A condition on `tags.<id>`: groups by the names of their values, text tags by their text. Somebody or something that
 * has every value has each of them. Throws PortalError unknownColumn for a tag that the resource does not carry, and
 * invalidFilterValue for a value that the tag does not have.
 */
export async function tagPiece(db: Db, tags: TagColumns, condition: Condition, params: Params): Promise<Piece> {
  const { column, test } = condition;
  const tagId = column.slice('tags.'.length);
  const definition = await findDefinition(db, tags, tagId, test);
  if (!definition) throw new PortalError('unknownColumn', { params: { column }, field: column });
  const [stranger] = definition.strangers;
  if (stranger !== undefined && definition.type === 1) {
    throw new PortalError('invalidFilterValue', { params: { column, value: stranger.slice(0, 100) }, field: column });
  }
  const { present, matching } = definition.is_location
    ? atLocation(tags, definition, params)
    : carrying(tags, tagId, definition, test, params);
  const text = test.op === 'exists' ? (test.value ? present : `not (${present})`) : matching();
  return complete({ text }, condition, `not (${present})`);
}

type Texts = { present: string; matching: () => string };

const atLocation = (tags: TagColumns, { matched }: Definition, params: Params): Texts => ({
  present: `${tags.location} is not null`,
  matching: () => oneOf(tags.location, matched, 'uuid[]', params),
});

function carrying(tags: TagColumns, tagId: string, { type, matched }: Definition, test: Test, params: Params): Texts {
  const assigned = (more: string) => `exists (select 1 from ${tags.table} g where ${params.own('g')}
    and g.${tags.owner} = ${tags.id} and g.tag_definition_id = ${tag}${more})`;
  const tag = params.add(tagId, 'uuid');
  return {
    present: assigned(''),
    matching() {
      if (type === 0) return assigned(` and ${textTest('fold(g.text)', test, params)}`);
      const every = matched.length > 0 ? ' or g.every_value' : '';
      return assigned(` and (g.value_id = any(${params.add(matched, 'uuid[]')})${every})`);
    },
  };
}

/** The tag, the values that the test matches, and the asked names that are no values. */
async function findDefinition(db: Db, tags: TagColumns, tagId: string, test: Condition['test']) {
  const params = newParams(db.tenantId);
  const { own } = params;
  const asked = test.op === 'in' ? test.values : [];
  const matches = test.op === 'exists' ? 'false' : textTest('v.name_fold', test, params);
  const text = `select f.type, f.is_location,
      array(select v.id from tag_value v where ${own('v')} and v.tag_definition_id = f.id and ${matches}) as matched,
      array(select n from unnest(${params.add(asked, 'text[]')}) n where not exists (
        select 1 from tag_value v where ${own('v')} and v.tag_definition_id = f.id and v.name_fold = fold(n))) as strangers
    from tag_definition f
    join tag_object o on ${own('o')} and o.tag_definition_id = f.id and o.object_type = ${params.add(tags.object, 'text')}
    where ${own('f')} and f.id = ${params.add(tagId, 'uuid')}`;
  const [definition] = await rows<Definition>(db, text, params.values, { once: true });
  return definition;
}
