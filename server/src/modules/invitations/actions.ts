import { invitations } from '@keyward/contract/invitations';
import { limits } from '@keyward/contract/limits';
import type { CustomView, ViewAction } from '@keyward/contract/list';
import { pathOf } from '@keyward/contract/resources';

/** Opens the drawer, which shows the progress of the invitation. */
const open: ViewAction = {
  id: 'view',
  type: 'view',
  text: 'viewInvitation',
  state: {},
  apiUrl: pathOf('secure-key-invitation', { open: '{id}' }),
};

const resend: ViewAction = {
  id: 'resend',
  type: 'send',
  text: 'resendInvitation',
  state: { can_be_resent: 'true' },
  apiUrl: invitations.resend.path,
  apiMethod: invitations.resend.method,
  idsName: 'invitationIds',
  atMost: limits.filterValues,
  needs: invitations.resend.needs.name,
  inProgressText: 'sendingInvitation',
  successText: 'invitationSent',
  successTitle: 'invitationSent',
  successMessage: 'invitationSentText',
  failureTitle: 'invitationNotSent',
  failureMessage: 'invitationNotSentText',
};

const deactivate = (call: typeof invitations.cancel | typeof invitations.cancelMany): ViewAction => ({
  id: 'deactivate',
  type: 'cancel',
  text: 'deactivateInvitation',
  state: { can_be_cancelled: 'true' },
  apiUrl: call.path.replace(':id', '{id}'),
  apiMethod: call.method,
  needs: call.needs.name,
  confirm: 'deactivateInvitations',
  inProgressText: 'deactivatingInvitation',
  successText: 'invitationDeactivated',
  successMessage: 'invitationDeactivated',
  failureMessage: 'invitationNotDeactivated',
});

/** The actions of the list of invitations. Specification, part 2, section 3 'Custom view action'. */
export const inviteActions: CustomView['actions'] = {
  bulk: [resend, deactivate(invitations.cancelMany)],
  single: [open, { id: 'before-send', type: 'spacer', text: '', state: {} }, resend, deactivate(invitations.cancel)],
};
