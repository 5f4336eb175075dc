import { profiles } from '@keyward/contract/calls';
import { defineEntity } from '#entity/define.ts';
import { lazily } from '#lib/lazily.ts';
import { IconProfiles } from '#ui/icons.tsx';

export const profileEntity = defineEntity({
  resource: 'user',
  icon: IconProfiles,
  page: lazily(async () => (await import('./page.tsx')).ProfilesPage, { texts: ['profiles', 'roles'] }),
  search: {
    list: profiles.list,
    hint: (row) => [row.username, row.locationTagValue],
    words: (row) => [row.username, row.email],
    texts: 'profiles',
  },
});
