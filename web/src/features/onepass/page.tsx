import { secureKeys } from '@keyward/contract/calls';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EntityPage } from '#entity/EntityPage.tsx';
import { ListTabs } from '#entity/ListTabs.tsx';
import { lazily } from '#lib/lazily.ts';
import { CanButton } from '#parts/Can.tsx';
import { IconAdd, IconOnePass } from '#ui/icons.tsx';
import { keyCells } from './cells.tsx';
import { keyCsv } from './csv.ts';

const KeyDrawer = lazily(async () => (await import('./drawer.tsx')).KeyDrawer, { texts: ['onepass', 'devices'] });
const KeysOnPhone = lazily(async () => (await import('./phone.tsx')).KeysOnPhone);

/** The keys. Specification, part 2, section 2 'Temporary access (OnePASS)'. */
export function KeysPage() {
  const { t } = useTranslation();
  return (
    <EntityPage
      resource="secure-key"
      icon={IconOnePass}
      heading={t('onepass.title')}
      beside={<ListTabs resource="secure-key" />}
      list={secureKeys.list}
      renderers={keyCells}
      onPhone={KeysOnPhone}
      csv={keyCsv}
      drawer={KeyDrawer}
      add={() => <AddKey />}
    />
  );
}

/** Leads to the devices: a key is created in the drawer of the device that it opens. */
function AddKey() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const href = paths.devices({ custom_view: 'OnePASS Supported Devices' });
  return (
    <CanButton rule={can.makeSecureKeys} leftSection={<IconAdd />} onClick={() => void navigate({ href })}>
      {t('onepass.add')}
    </CanButton>
  );
}
