import { defineEntity } from '#entity/define.ts';
import { lazily } from '#lib/lazily.ts';
import { IconActivity } from '#ui/icons.tsx';

export const eventEntity = defineEntity({
  resource: 'event',
  icon: IconActivity,
  page: lazily(async () => (await import('./page.tsx')).ActivityPage, { texts: ['activity'] }),
  search: null,
});
