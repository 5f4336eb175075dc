import { invitations } from '@keyward/contract/calls';
import type { Invite } from '@keyward/contract/invitations';
import { can } from '@keyward/contract/permissions';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DrawerProps } from '#entity/EntityPage.tsx';
import { isGone, useRowWords } from '#entity/row.ts';
import { RowDrawer } from '#entity/RowDrawer.tsx';
import { refresh, useApi } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { languageNames } from '#lib/languageNames.ts';
import { useSession } from '#lib/session.ts';
import { useFailure } from '#lib/useFailure.ts';
import { useLiveRow } from '#list/live/useLiveRow.ts';
import { alertNotSent } from '#parts/onepass/alertNotSent.ts';
import { useReadAtEnd } from '#parts/onepass/useReadAtEnd.ts';
import { useCan } from '#parts/useCan.ts';
import { alerts } from '#ui/alerts.ts';
import { askConfirmation } from '#ui/confirmation.ts';
import { FactLine, Facts } from '#ui/Facts.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import { DeliveryBadge, StatusBadge } from './cells.tsx';
import { Deactivate } from './Deactivate.tsx';
import styles from './drawer.module.css';
import { KeysTable } from './KeysTable.tsx';
import { LinkTools } from './LinkTools.tsx';
import { Progress } from './Progress.tsx';

const readInvitation = () => void refresh(invitations.get, invitations.list);

/** The drawer of an invitation. Specification, part 2, section 2 'Temporary access (OnePASS)'. */
export function InvitationDrawer({ open: id, onClose }: Pick<DrawerProps, 'open' | 'onClose'>) {
  const { t } = useTranslation();
  const words = useRowWords('secure-key-invitation');
  const may = useCan(can.editSecureKeys).allowed;
  // a change by its mail, its recipient or a lock
  useLiveRow('secure-key-invitation', id, invitations.get);
  const reply = useApi(invitations.get, { params: { id } });
  const failure = useFailure(reply);
  const isRowGone = isGone(failure);
  const invite = isRowGone ? undefined : reply.data?.data;
  useReadAtEnd(invite?.secure_keys.map((key) => key.expiration_timestamp) ?? [], readInvitation);
  return (
    <RowDrawer
      title={invite?.email ?? t('invitations.one')}
      size="wide"
      badges={
        invite ? (
          <>
            <StatusBadge status={invite.status} />
            <DeliveryBadge delivery={invite.delivery} />
          </>
        ) : null
      }
      footer={invite && may ? <Footer key={id} invite={invite} /> : null}
      words={words}
      isRowGone={isRowGone}
      failure={failure}
      isFetching={reply.isFetching}
      reads={[invitations.get]}
      list={invitations.list}
      onClose={onClose}
    >
      {invite ? <Content key={id} invite={invite} may={may} at={reply.dataUpdatedAt} /> : null}
    </RowDrawer>
  );
}

/** `at`: when the invitation was read. */
function Content({ invite, may, at }: { invite: Invite; may: boolean; at: number }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  return (
    <div className={styles.parts}>
      <Facts>
        <FactLine label={t('invitations.columns.email')}>{invite.email}</FactLine>
        <FactLine label={t('invitations.lastSent')}>
          {invite.sent_at === null ? t('invitations.notSent') : dateTime(invite.sent_at, zone)}
        </FactLine>
        <FactLine label={t('invitations.instructions')}>
          <span className={styles.notes}>{invite.notes || t('invitations.noInstructions')}</span>
        </FactLine>
        <FactLine label={t('invitations.columns.created_by')}>{invite.created_by}</FactLine>
        <FactLine label={t('invitations.language')}>{languageNames[invite.locale]}</FactLine>
      </Facts>
      <KeysTable keys={invite.secure_keys} />
      <Progress invite={invite} at={at} />
      {may && invite.can_be_cancelled ? <LinkTools invite={invite} /> : null}
    </div>
  );
}

/** Actions on the whole invitation, as long as there are any. */
function Footer({ invite }: { invite: Invite }) {
  const { t } = useTranslation();
  const resend = useDrawerCall(invitations.resend, {
    errorTitle: t('invitations.notSentAlert.title'),
    onSuccess: () => alerts.success(t('invitations.sent.text'), t('invitations.sent.title')),
    onError: alertNotSent,
  });
  if (!invite.can_be_cancelled && !invite.can_be_resent) return null;
  return (
    <div className={styles.footer}>
      {invite.can_be_cancelled ? (
        <Button color="red" variant="light" onClick={() => askConfirmation(<Deactivate invite={invite} />)}>
          {t('invitations.deactivate')}
        </Button>
      ) : null}
      {invite.can_be_resent ? (
        <Button loading={resend.isPending} onClick={() => resend.mutate({ body: { invitationIds: [invite.id] } })}>
          {t('invitations.resend')}
        </Button>
      ) : null}
    </div>
  );
}
