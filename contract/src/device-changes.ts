import { z } from 'zod';
import { bulkChanged } from './bulk-changed.ts';
import { endpoint } from './endpoint.ts';
import { rowRefusal } from './errors.ts';
import { can } from './permissions.ts';
import { chosenRows, tagChange } from './selection.ts';
import { id, idParams } from './text.ts';

/** One change to several devices. */
const deviceChange = z.discriminatedUnion('kind', [
  /** A group or the location; giving a location replaces the previous one. */
  tagChange,
  /** Only for device types that support it. */
  z.object({ kind: z.literal('dualAuth'), on: z.boolean() }),
]);
export type DeviceChange = z.output<typeof deviceChange>;

const body = z.object({ rows: chosenRows, change: deviceChange });

/** A device, with the fields that distinguish it from others of the same name. */
const named = z.object({ id, name: z.string(), serial_number: z.string(), locationTagValue: z.string().nullable() });
/** Number of people who gain or lose the use of the device; `names`: some of those visible to the caller. */
const people = z.object({ count: z.int(), names: z.array(z.string()) });

const deviceChangePreview = z.object({
  /** Number of devices that the change affects, and of those that stay as they are. */
  changed: z.int(),
  unchanged: z.int(),
  /** Number of people who may use a device from then on, and who may no longer use one. */
  gaining: z.int(),
  losing: z.int(),
  /** The affected devices, in the order of the selection, at most `limits.impactPeople`. */
  devices: z.array(
    named.extend({
      values: z.array(
        z.object({ attribute: z.string(), oldValue: z.string().nullable(), newValue: z.string().nullable() }),
      ),
      gaining: people,
      losing: people,
    }),
  ),
  /** The devices that refuse the change, at most `limits.impactPeople`; with one of them, none is changed. */
  refused: z.array(named.extend(rowRefusal.shape)),
  refusals: z.int(),
  /** Ids of all devices that refuse the change. */
  refusedIds: z.array(id),
});
export type DeviceChangePreview = z.infer<typeof deviceChangePreview>;

export const deviceChanges = {
  preview: endpoint({
    method: 'POST',
    path: '/api/v1/devices/change/preview',
    repeatable: true,
    summary:
      'What a change to the chosen devices would do to each of them, who may use them then, and which refuse it. Nothing is written.',
    needs: can.editDevices,
    body,
    reply: z.object({ data: deviceChangePreview }),
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/v1/devices/change',
    summary: 'Set the location, give or take groups, or set dual authorization: all the chosen devices or none.',
    needs: can.editDevices,
    body,
    reply: z.object({ data: bulkChanged }),
  }),
  ofEvent: endpoint({
    method: 'GET',
    path: '/api/v1/device-changes',
    summary:
      'The change to several devices that an event belongs to, while it can be undone (for 30 days, once); else none.',
    needs: can.editDevices,
    query: z.object({ event: id }),
    reply: z.object({ data: z.array(z.object({ id, devices: z.int() })) }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/device-changes/:id/undo',
    summary:
      'Undo a change to several devices, all or none, by a new change. Refused if one of them was changed since.',
    needs: can.editDevices,
    params: idParams,
    reply: z.object({ data: bulkChanged }),
  }),
};
