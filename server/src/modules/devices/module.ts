import { oldDeletions } from '#core/deletions/job.ts';
import { sealedDeletions } from '#core/deletions/snapshot.ts';
import type { Module } from '#core/module.ts';
import { deviceRoutes } from './routes.ts';
import { deviceList } from './list.ts';

export const devicesModule = {
  routes: deviceRoutes,
  lists: { device: deviceList },
  // deletions of devices and of profiles
  sealed: [sealedDeletions],
  jobs: [oldDeletions],
  mails: { tokenIssued: null },
  constraints: {
    device_serial_number_unique: { code: 'serialNumberTaken', field: 'serial_number' },
    device_controller_fk: { code: 'deviceHasDependents' },
    // the location, value or tag was deleted between lookup and write
    device_location_fk: { code: 'unknownTagValue', field: 'tags' },
    device_tag_value_fk: { code: 'unknownTagValue', field: 'tags' },
    device_tag_definition_fk: { code: 'unknownTag', field: 'tags' },
  },
} satisfies Module;
