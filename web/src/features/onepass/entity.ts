import { defineEntity } from '#entity/define.ts';
import { lazily } from '#lib/lazily.ts';
import { IconOnePass } from '#ui/icons.tsx';

export const keyEntity = defineEntity({
  resource: 'secure-key',
  icon: IconOnePass,
  page: lazily(async () => (await import('./page.tsx')).KeysPage, { texts: ['onepass', 'devices'] }),
  // keys have no names: search for their devices in the list of devices
  search: null,
});
