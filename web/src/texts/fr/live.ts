import type { live as en } from '#texts/en/live.ts';
import type { Translation } from '#texts/shape.ts';

export const live = {
  new: {
    event_one: '{{count, number}} nouvel événement',
    event_many: '{{count, number}} nouveaux événements',
    event_other: '{{count, number}} nouveaux événements',
    device_one: '{{count, number}} nouvel appareil',
    device_many: '{{count, number}} nouveaux appareils',
    device_other: '{{count, number}} nouveaux appareils',
    row_one: '{{count, number}} nouvelle ligne',
    row_many: '{{count, number}} nouvelles lignes',
    row_other: '{{count, number}} nouvelles lignes',
  },
  changed: 'La liste a changé. L’afficher à nouveau',
} satisfies Translation<typeof en>;
