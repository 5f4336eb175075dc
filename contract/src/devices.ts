import { z } from 'zod';
import { curfew } from './curfew.ts';
import { endpoint } from './endpoint.ts';
import { tagAssignment, tagInput } from './groups.ts';
import { limits } from './limits.ts';
import { listOf, listQuery, rowTags } from './list.ts';
import { can } from './permissions.ts';
import { chosenRows } from './selection.ts';
import { cleanText, id, idParams, instant, isVisible, line, text } from './text.ts';

export const deviceClasses = ['KEY', 'LOCK', 'POD', 'OKM'] as const;
export type DeviceClass = (typeof deviceClasses)[number];

/** Connectivity of a device: its own if it is an OKM, else that of the OKM that it reports through. */
export const connectivities = ['online', 'offline', 'never'] as const;

/** A battery below this charge is low, in percent. */
export const lowBattery = 20;

/** The device types whose lock supports dual authorization. Specification, part 2, section 2 'Devices list'. */
const dualAuthTypes: readonly string[] = [
  'rac lock',
  'padlock (indoor only)',
  'ir padlock 2.0',
  'padlock (in/outdoor)',
];
export const supportsDualAuth = (typeName: string): boolean => dualAuthTypes.includes(typeName.toLowerCase());

/** One entry of `state_schema`: how a reported value is shown. */
const stateField = z.object({
  display: z.string(),
  type: z.enum(['text', 'number', 'boolean', 'dateTime', 'percent', 'enum']),
  editable: z.boolean(),
  default: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  displayGroup: z.enum(['alpha', 'bravo']),
  position: z.int(),
});
export type StateField = z.infer<typeof stateField>;
const stateValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type StateValue = z.infer<typeof stateValue>;

const deviceInfo = z.object({
  secureKeyCompatible: z.boolean(),
  isLocationRestricted: z.boolean(),
  isDeletionRestricted: z.boolean(),
  /** Only for the dual-auth types. */
  dual_auth: z.boolean().optional(),
});

const deviceRow = z.object({
  id,
  name: z.string(),
  serial_number: z.string(),
  device_type_name: z.string(),
  device_class: z.enum(deviceClasses),
  /** Group values by name, in the tags' order, without the location. */
  tagValues: z.array(z.string()),
  locationTagValue: z.string().nullable(),
  created_at: instant,
  /** Time of the last report; null: never. */
  state_updated_at: instant.nullable(),
  security_status: z.enum(['secured', 'unsecured']).nullable(),
  /** The OKM that it reports through: its name and id. */
  controller_name: z.string().nullable(),
  controller_id: id.nullable(),
  firmware_version: z.string().nullable(),
  mac_address: z.string().nullable(),
  /** Percent. */
  battery: z.number().nullable(),
  /** Degrees Celsius, rounded down. */
  temperature: z.number().nullable(),
  merchandise_present: z.boolean().nullable(),
  /** `never`: it has not reported yet. */
  connectivity: z.enum(connectivities),
  isDeletionRestricted: z.boolean(),
  /** The profile that has the key, if the caller sees it: its name and id. */
  held_by: z.string().nullable(),
  holder_id: id.nullable(),
  /** The key is checked out, and its holder is not known to any caller. */
  holder_unknown: z.boolean(),
  /** Since when the key is checked out; null: it is not. */
  held_since: instant.nullable(),
  /** The key is checked out beyond its curfew; false in time and without a curfew, null: it is not checked out. */
  overdue: z.boolean().nullable(),
  /** Since when the key is reported lost; null: it is not. */
  lost_since: instant.nullable(),
  /** Only on request: `with=tags`. */
  tags: rowTags.optional(),
});
export type DeviceRow = z.infer<typeof deviceRow>;

const neighbour = z.object({ id, name: z.string(), state_updated_at: instant.nullable() });

const reported = {
  controller_name: true,
  controller_id: true,
  firmware_version: true,
  mac_address: true,
  battery: true,
  temperature: true,
  merchandise_present: true,
  connectivity: true,
  isDeletionRestricted: true,
  held_by: true,
  holder_id: true,
  holder_unknown: true,
  held_since: true,
  overdue: true,
  lost_since: true,
} as const;
/** A device in full. The omitted columns of a row are part of its `state`, `controller` and `info`. */
export const device = deviceRow.omit(reported).extend({
  tags: z.array(tagAssignment),
  device_type: z.object({ id, name: z.string() }),
  info: deviceInfo,
  info_schema: z.record(z.string(), z.unknown()),
  state: z.record(z.string(), stateValue),
  state_schema: z.record(z.string(), stateField),
  /** Report time of each value in `state`. */
  state_times: z.record(z.string(), instant),
  /** The OKM that this device reports through. */
  controller: z.object({ id, name: z.string() }).nullable(),
  /** For an OKM: what it serves within the caller’s locations; null for other devices. */
  serves: z
    .object({
      /** Number of devices that report through it. */
      devices: z.int(),
      /** The other OKMs at its location, those that have been silent for longest first: at most 20. */
      neighbours: z.array(neighbour),
      /** OKMs beyond these, if any: their number, and the one that reported last. */
      further: z.object({ count: z.int(), latest: neighbour }).optional(),
      /** It has a token to report with. */
      hasToken: z.boolean(),
    })
    .nullable(),
  /** For a checked-out key: since when, and its holder if it is known and the caller sees that profile; null: not checked out. */
  custody: z
    .object({ since: instant, holder: z.object({ id, name: z.string() }).nullable(), holderUnknown: z.boolean() })
    .nullable(),
  /** For a key that is reported lost, until it is found: since when, by whom, and a note. */
  lost: z.object({ since: instant, by: z.string(), note: z.string().nullable() }).nullable(),
  /** For a key: its own curfew; null: that of its location. */
  curfew,
  version: z.int(),
});
export type Device = z.infer<typeof device>;

/** Characters that the portal's sanitiser removes; a text tag with one is refused instead. */
const textTagForbidden = /[&|;$<>`]/;
export const textTagValue = cleanText(limits.textTag, 'textTagTooLong')
  .refine(isVisible, { error: 'invalidCharacters' })
  .refine((s) => !textTagForbidden.test(s), { error: 'textTagCharacters' });

const name = line(limits.deviceName, { required: 'required', tooLong: 'deviceNameTooLong' });
/** 16 hexadecimal digits, stored in upper case. */
export const serialNumber = text(2 * limits.serialNumber, 'serialNumberInvalid')
  .trim()
  .min(1, { error: 'serialNumberRequired' })
  .regex(/^[0-9a-fA-F]{16}$/, { error: 'serialNumberInvalid' })
  .toUpperCase();
const tags = z.array(tagInput).max(100);

export const deviceCreate = z.object({ name, serial_number: serialNumber, tags: tags.default([]) });
export const deviceUpdate = z.object({
  name,
  /** Absent: all tags stay unchanged. Tags that are not listed stay unchanged. */
  tags: tags.optional(),
  info: z.object({ dual_auth: z.boolean() }).optional(),
  /** Keys only; absent: unchanged. */
  curfew: curfew.optional(),
});

/** New hardware of the same type takes over the device. */
export const deviceReplace = z.object({
  serial_number: serialNumber,
  /** Serial number of the replaced hardware; a different one is refused as a conflict. */
  replaces: serialNumber,
});

/** A report that a key is lost; the note says where it was last seen and what was done about it. */
export const lostReport = z.object({
  note: textTagValue.optional(),
  /** The key's serial number as the caller knows it: a key that has been replaced since is not the lost one. */
  serial_number: serialNumber.optional(),
});

/** Deleted along with the devices: `rowLosses` of a list. */
const deviceLosses = z.object({
  data: z.object({ controllerTokens: z.int(), keysOut: z.int(), secureKeys: z.int() }),
});
export type DeviceLosses = z.infer<typeof deviceLosses>['data'];

const controllerToken = z.object({
  id,
  /** The first characters, to distinguish tokens. */
  prefix: z.string(),
  created_at: instant,
  created_by: z.string(),
  last_used_at: instant.nullable(),
});

export const devices = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/devices',
    summary: 'Devices within the caller’s locations.',
    needs: can.readDevices,
    query: listQuery,
    reply: listOf(deviceRow),
    list: 'device',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/devices/:id',
    summary: 'One device with its state, tags and controller.',
    needs: can.readDevices,
    params: idParams,
    reply: z.object({ data: device }),
    etag: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/devices',
    summary: 'Add a device; its type follows from the serial number.',
    needs: can.editDevices,
    body: deviceCreate,
    reply: z.object({ data: device, msg: z.string() }),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/devices/:id',
    summary: 'Change name, tags, for dual-authorization types info and for keys the curfew.',
    needs: can.editDevices,
    params: idParams,
    body: deviceUpdate,
    reply: z.object({ msg: z.string(), device }),
    etag: true,
  }),
  replace: endpoint({
    method: 'POST',
    path: '/api/v1/devices/:id/replace',
    summary:
      'Replace a device by new hardware of its type: name, groups, location and events stay, reported state, holder and gateway tokens end.',
    needs: can.editDevices,
    params: idParams,
    body: deviceReplace,
    reply: z.object({ msg: z.string(), device }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/devices/:id',
    summary: 'Delete a device; its events stay.',
    needs: can.editDevices,
    params: idParams,
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/api/v1/devices/delete',
    summary: 'Delete the chosen devices, all or none; their events stay.',
    needs: can.editDevices,
    body: chosenRows,
    reply: z.object({ deleted: z.int() }),
  }),
  losses: endpoint({
    method: 'POST',
    path: '/api/v1/devices/delete/losses',
    repeatable: true,
    summary:
      'What a deletion of the chosen devices would take along: controller tokens, keys that people have, and OnePASS keys.',
    needs: can.editDevices,
    body: chosenRows,
    reply: deviceLosses,
  }),
  reportLost: endpoint({
    method: 'POST',
    path: '/api/v1/devices/:id/lost',
    summary: 'Report a key lost: no one may use it until it is found.',
    needs: can.editDevices,
    params: idParams,
    body: lostReport,
    reply: z.object({ data: device }),
  }),
  reportFound: endpoint({
    method: 'POST',
    path: '/api/v1/devices/:id/found',
    summary: 'Report a lost key found: it may be used as before.',
    needs: can.editDevices,
    params: idParams,
    reply: z.object({ data: device }),
  }),
  tokens: endpoint({
    method: 'GET',
    path: '/api/v1/devices/:id/controller-tokens',
    summary: 'The gateway tokens of an OKM, without their secrets.',
    needs: can.editDevices,
    params: idParams,
    reply: z.object({ data: z.array(controllerToken) }),
  }),
  issueToken: endpoint({
    method: 'POST',
    path: '/api/v1/devices/:id/controller-tokens',
    summary:
      'Issue a gateway token for an OKM, with which all that the OKM holds can be read; the secret is in this answer alone.',
    needs: can.editDevices,
    confirm: 'issueToken',
    params: idParams,
    reply: z.object({ data: controllerToken.extend({ token: z.string() }) }),
    secret: true,
    status: 201,
  }),
  revokeToken: endpoint({
    method: 'DELETE',
    path: '/api/v1/devices/:id/controller-tokens/:tokenId',
    summary: 'Revoke a gateway token; it stops working at once.',
    needs: can.editDevices,
    params: z.object({ id, tokenId: id }),
  }),
};
