import type { Me } from '@keyward/contract/auth';
import { profiles } from '@keyward/contract/calls';
import type { ProfileRow } from '@keyward/contract/profiles';
import { EntityPage } from '#entity/EntityPage.tsx';
import { lazily } from '#lib/lazily.ts';
import { eventTexts } from '#texts/namespaces.ts';
import { IconProfiles } from '#ui/icons.tsx';
import { profileCells } from './cells.tsx';

// keeps the form out of the list's bundle
const ProfileDrawer = lazily(async () => (await import('./drawer.tsx')).ProfileDrawer, {
  texts: ['bulk', 'entity', 'errors', 'profiles', 'roles', 'validity'],
});

const dialogs = {
  change: lazily(async () => (await import('./ChangeMany.tsx')).ChangeMany, {
    texts: ['bulk', ...eventTexts],
  }),
};

const details = ['username'] as const;
const keptBy = ({ id }: ProfileRow, me: Me) => (id === me.id ? 'cannotDeleteSelf' : undefined);

/** The visible profiles. Specification, part 2, section 2 'Profiles list'. */
export function ProfilesPage() {
  return (
    <EntityPage
      resource="user"
      icon={IconProfiles}
      list={profiles.list}
      renderers={profileCells}
      details={details}
      keptBy={keptBy}
      dialogs={dialogs}
      drawer={ProfileDrawer}
    />
  );
}
