import { invitations } from '@keyward/contract/calls';
import { useTranslation } from 'react-i18next';
import { EntityPage } from '#entity/EntityPage.tsx';
import { ListTabs } from '#entity/ListTabs.tsx';
import { lazily } from '#lib/lazily.ts';
import { IconOnePass } from '#ui/icons.tsx';
import { inviteCells } from './cells.tsx';
import { inviteCsv } from './csv.ts';

const InvitationDrawer = lazily(async () => (await import('./drawer.tsx')).InvitationDrawer, {
  texts: ['invitations', 'errors'],
});
const InvitationsOnPhone = lazily(async () => (await import('./phone.tsx')).InvitationsOnPhone);

const details = ['created_by'] as const;

/** The invitations. Specification, part 2, section 2 'Temporary access (OnePASS)'. */
export function InvitationsPage() {
  const { t } = useTranslation();
  return (
    <EntityPage
      resource="secure-key-invitation"
      icon={IconOnePass}
      heading={t('invitations.title')}
      beside={<ListTabs resource="secure-key-invitation" />}
      list={invitations.list}
      renderers={inviteCells}
      onPhone={InvitationsOnPhone}
      details={details}
      csv={inviteCsv}
      drawer={InvitationDrawer}
    />
  );
}
