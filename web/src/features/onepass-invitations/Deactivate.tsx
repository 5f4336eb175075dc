import { invitations } from '@keyward/contract/calls';
import type { Invite } from '@keyward/contract/invitations';
import { can } from '@keyward/contract/permissions';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '#lib/api.ts';
import { useCan } from '#parts/useCan.ts';
import { alerts } from '#ui/alerts.ts';
import { dismissConfirmation } from '#ui/confirmation.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';

/** Confirms that an invitation ends for good. */
export function Deactivate({ invite: { id, email } }: { invite: Pick<Invite, 'id' | 'email'> }) {
  const { t } = useTranslation();
  const may = useCan(can.editSecureKeys).allowed;
  const cancel = useApiMutation(invitations.cancel, {
    onSuccess: () => {
      dismissConfirmation();
      alerts.success(t('invitations.deactivation.done'));
    },
  });
  return (
    <ConfirmDrawer
      title={t('invitations.deactivate')}
      confirmLabel={t('invitations.deactivation.confirm')}
      error={cancel.error}
      errorTitle={t('invitations.deactivation.failed')}
      pending={cancel.isPending}
      disabled={!may}
      onConfirm={() => cancel.mutate({ params: { id } })}
      onClose={dismissConfirmation}
    >
      <p>{t('invitations.deactivation.text', { email })}</p>
    </ConfirmDrawer>
  );
}
