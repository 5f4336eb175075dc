import { invitations } from '@keyward/contract/calls';
import type { Invite } from '@keyward/contract/invitations';
import { can } from '@keyward/contract/permissions';
import { useTranslation } from 'react-i18next';
import { useCan } from '#parts/useCan.ts';
import { alerts } from '#ui/alerts.ts';
import { dismissConfirmation } from '#ui/confirmation.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';

/** Confirms the deactivation of an invitation, which is final. */
export function Deactivate({ invite: { id, email } }: { invite: Pick<Invite, 'id' | 'email'> }) {
  const { t } = useTranslation();
  const may = useCan(can.editSecureKeys).allowed;
  const errorTitle = t('invitations.deactivation.failed');
  const cancel = useDrawerCall(invitations.cancel, {
    errorTitle,
    onSuccess: (_, isOpen) => {
      if (isOpen()) dismissConfirmation();
      alerts.success(t('invitations.deactivation.done'));
    },
  });
  return (
    <ConfirmDrawer
      title={t('invitations.deactivate')}
      confirmLabel={t('invitations.deactivation.confirm')}
      error={cancel.error}
      errorTitle={errorTitle}
      pending={cancel.isPending}
      disabled={!may}
      onConfirm={() => cancel.mutate({ params: { id } })}
      onClose={dismissConfirmation}
    >
      <p>{t('invitations.deactivation.text', { email })}</p>
    </ConfirmDrawer>
  );
}
