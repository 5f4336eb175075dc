// The row actions that a view declares.
import type { CustomView, ViewAction } from '@keyward/contract/list';
import { paths } from '@keyward/contract/paths';
import type { Rule } from '@keyward/contract/permissions';

type Call = { path: string; method: NonNullable<ViewAction['apiMethod']>; needs: Rule };
/** Keys under `actions` in the portal's texts. */
type ActionTexts = Required<Pick<ViewAction, 'confirm' | 'successText' | 'successMessage' | 'failureMessage'>>;

/**
 * The actions of an entity list: showing a row's activity and, after confirmation, deletion. `removeMany` null: rows are deleted
 * one at a time. `activityBy`: the activity of a device is its events as entity, that of a person those as agent.
 */
export function entityActions(
  calls: { remove: Call; removeMany: Call | null; losses?: Pick<Call, 'path'> },
  words: ActionTexts,
  activityBy: 'entity_id' | 'agent_id',
): CustomView['actions'] {
  const deletion = (call: Call): ViewAction => ({
    ...words,
    id: 'delete',
    type: 'delete',
    text: 'delete',
    state: {},
    apiUrl: call.path.replace(':id', '{id}'),
    apiMethod: call.method,
    needs: call.needs.name,
    ...(calls.losses ? { lossesUrl: calls.losses.path } : {}),
    inProgressText: 'deleting',
  });
  return {
    bulk: calls.removeMany ? [deletion(calls.removeMany)] : [],
    single: [
      {
        id: 'showActivity',
        type: 'view',
        text: 'showActivity',
        state: {},
        apiUrl: paths.activity({ custom_view: 'Overview', [`filter.${activityBy}`]: '{id}' }),
        needs: 'readEvents',
      },
      { id: 'before-delete', type: 'spacer', text: '', state: {} },
      deletion(calls.remove),
    ],
  };
}
