import { devices } from '@keyward/contract/calls';
import { defineEntity } from '#entity/define.ts';
import { lazily } from '#lib/lazily.ts';
import { IconDevices } from '#ui/icons.tsx';

export const deviceEntity = defineEntity({
  resource: 'device',
  icon: IconDevices,
  page: lazily(async () => (await import('./page.tsx')).DevicesPage, { texts: ['devices'] }),
  search: {
    list: devices.list,
    hint: (row) => [row.serial_number, row.locationTagValue],
    words: (row) => [row.serial_number],
    acts: (row) => (row.device_class === 'KEY' && row.lost_since === null ? ['replace', 'lost'] : ['replace']),
    texts: 'devices',
  },
});
