import type { CustomView, FilterMeta, ViewSharing } from '@keyward/contract/list';
import { can } from '@keyward/contract/permissions';
import { hasBase, namedIn, openView, type StoredView } from '#core/list/views/saved.ts';
import { filterSchema, listTags, schemaOf } from '#core/list/views/schema.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import type { AnyList } from '#core/list/types.ts';

export const isShared = (view: Pick<StoredView, 'role_id' | 'everyone'>): boolean =>
  view.everyone || view.role_id !== null;

/** Whether the actor is the owner or, for a shared view, may share views. */
export const mayChange = (actor: Actor, view: StoredView): boolean =>
  view.owner_id === actor.id || (isShared(view) && can.shareViews.holds(actor.authority));

const sharingOf = ({ role_id: roleId, everyone }: StoredView): ViewSharing =>
  roleId !== null ? { with: 'role', roleId } : { with: everyone ? 'everyone' : 'nobody' };

/** Saved views in the contract's shape, for this actor. */
export async function toCustomViews(
  db: Db,
  actor: Actor,
  list: AnyList,
  stored: readonly StoredView[],
  schema: readonly FilterMeta[],
): Promise<CustomView[]> {
  const named = await namedIn(db, list, stored);
  return stored.flatMap((one) => {
    if (!hasBase(actor, list, one)) return [];
    const { view, lost } = openView(list, actor, one, named);
    const { narrows, version, needs: _needs, ...rest } = view;
    return {
      ...rest,
      filterSchema: schemaOf(schema, narrows),
      saved: {
        base: narrows.value,
        owner: one.owner_name,
        mine: one.owner_id === actor.id,
        changeable: mayChange(actor, one),
        sharing: sharingOf(one),
        lost,
        version,
      },
    };
  });
}

export async function toCustomView(db: Db, actor: Actor, list: AnyList, stored: StoredView): Promise<CustomView> {
  const [view] = await toCustomViews(db, actor, list, [stored], filterSchema(actor, list, await listTags(db, list)));
  if (!view) throw new Error('one view is shown as one');
  return view;
}
