import type { Me } from '@keyward/contract/auth';
import { can } from '@keyward/contract/permissions';
import { profiles } from '@keyward/contract/calls';
import type { ProfileRow } from '@keyward/contract/profiles';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import type { CsvSource } from '#list/csv/CsvButton.tsx';
import { EntityList } from '#list/EntityList.tsx';
import { useListUrl } from '#list/useListUrl.ts';
import { CanButton } from '#parts/Can.tsx';
import { IconAdd, IconProfiles } from '#ui/icons.tsx';
import { profileCells } from './cells.tsx';

// the list shows without the weight of its form
const ProfileDrawer = lazily(async () => (await import('./drawer.tsx')).ProfileDrawer, {
  texts: ['profiles', 'roles', 'why'],
});

const keptBy = ({ id }: ProfileRow, me: Me) => (id === me.id ? 'cannotDeleteSelf' : undefined);

const csv: CsvSource = { name: 'profiles', choices: [{ rule: can.exportUsers }] };

/** The profiles: everybody the person may see. Specification, part 2, section 2 'Profiles list'. */
export function ProfilesPage() {
  const { t } = useTranslation();
  const url = useListUrl();
  const add = (
    <CanButton rule={can.editUsers} leftSection={<IconAdd />} onClick={url.openNew}>
      {t('profiles.add')}
    </CanButton>
  );
  const { open } = url.search;
  return (
    <>
      <EntityList
        title={t('shell.tabs.users')}
        resource="user"
        list={profiles.list}
        renderers={profileCells}
        details={['username']}
        keptBy={keptBy}
        actions={add}
        csv={csv}
        firstUse={{
          title: t('profiles.empty.title'),
          hint: t('profiles.empty.hint'),
          icon: <IconProfiles size={24} />,
          action: add,
        }}
      />
      {open ? (
        <Suspense>
          <ProfileDrawer open={open} onClose={() => url.close()} />
        </Suspense>
      ) : null}
    </>
  );
}
