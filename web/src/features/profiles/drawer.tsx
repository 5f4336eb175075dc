import { profiles } from '@keyward/contract/calls';
import { can } from '@keyward/contract/permissions';
import { defineDrawer } from '#entity/EntityDrawer.tsx';
import { lazily } from '#lib/lazily.ts';
import { ProfileBadges } from './badges.tsx';
import { Enrollment, ProfileFacts } from './facts.tsx';
import { ProfileForm } from './form.tsx';
import { undeletable } from './protectedFrom.ts';

const ReachOfProfile = lazily(async () => (await import('#parts/Reach.tsx')).ReachOfProfile, {
  texts: ['why', 'roles'],
});

const ProfileLines = lazily(async () => (await import('./lines.tsx')).ProfileLines, {
  texts: ['history', 'pictures'],
});

/** The drawer of the profiles list. Specification, part 2, section 2 'Profiles list'. */
export const ProfileDrawer = defineDrawer({
  resource: 'user',
  calls: profiles,
  Form: ProfileForm,
  Badges: ProfileBadges,
  Facts: ProfileFacts,
  Rest: Enrollment,
  access: {
    rule: can.readUsers,
    Content: ({ shown, definitions }) => <ReachOfProfile profile={shown} definitions={definitions} />,
  },
  Actions: null,
  history: ['agent_id', 'entity_id'],
  lines: { rule: can.readDevices, Content: ProfileLines },
  undeletable,
  lost: ({ name, username, keys_held: keys }, t) => [
    t('profiles.remove.lostProfile', { name, username }),
    t('profiles.remove.lostSessions'),
    ...(keys ? [t('profiles.remove.lostKeys', { count: keys })] : []),
  ],
});
