import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import {
  isValueOf,
  type OrganizationSettings,
  type OwnSettings,
  ownSettingIds,
  settingIds,
  type SettingSpec,
  type SettingValue,
  specOf,
} from './organization-settings.ts';
import { can } from './permissions.ts';
import { id, line, text } from './text.ts';

/** The message for an invalid value; that of a number contains its bounds. */
const messageOf = (spec: SettingSpec) => {
  if (spec.kind === 'number') return `outOfRange:${spec.min}–${spec.max}`;
  return spec.kind === 'time' ? 'invalidTime' : 'invalid';
};
const valueOf = (spec: SettingSpec) =>
  z
    .union([z.boolean(), z.number(), z.null(), text(limits.filterValue)], { error: messageOf(spec) })
    .refine((value): value is SettingValue => isValueOf(spec, value), { error: messageOf(spec) });

/** Some settings with their new values. Unknown names are ignored, as everywhere. */
const changes = (ids: readonly (keyof OrganizationSettings)[]) =>
  z.object(Object.fromEntries(ids.map((name) => [name, valueOf(specOf(name)).optional()]))) as unknown as z.ZodType<
    Partial<OrganizationSettings>,
    Partial<OrganizationSettings>
  >; // `isValueOf` judges each by its kind
/** The settings that the organization's administrator may change, and those that the operator may. */
export const settingChanges = changes(ownSettingIds);
export const operatorChanges = changes(settingIds);

export const organizationName = line(limits.organizationName, {
  required: 'required',
  tooLong: `nameCannotExceedCharacters:${limits.organizationName}`,
});

const organization = z.object({
  id,
  name: z.string(),
  /** The address of the logo; null without one. */
  logo: z.string().nullable(),
  settings: changes(ownSettingIds) as unknown as z.ZodType<OwnSettings>, // all of them
  /** Profile IDs in its settings that match no profile able to act; absent: all match. */
  unknown_profiles: z.array(z.string()).optional(),
  version: z.int(),
});
export type Organization = z.infer<typeof organization>;

export const organizationForm = z.object({ name: organizationName.optional(), settings: settingChanges.optional() });

/** A PNG or an SVG as base64, in parts of at most `limits.logoPart` characters; null removes the logo. */
const logoForm = z.object({
  logo: z
    .array(text(limits.logoPart, 'logoTooLarge').regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: 'logoKind' }))
    .min(1, { error: 'logoKind' })
    .max(Math.ceil((4 * Math.ceil(limits.logoBytes / 3)) / limits.logoPart), { error: 'logoTooLarge' })
    .nullable(),
});

const reply = z.object({ data: organization });

export const organizations = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/organization',
    summary: 'The organization’s name, logo and settings.',
    needs: can.manageOrganization,
    reply,
    etag: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/organization',
    summary: 'Change the organization’s name or settings; what is absent stays.',
    needs: can.manageOrganization,
    body: organizationForm,
    reply,
    etag: true,
  }),
  setLogo: endpoint({
    method: 'PUT',
    path: '/api/v1/organization/logo',
    summary: 'Replace or remove the organization’s logo.',
    needs: can.manageOrganization,
    body: logoForm,
    reply,
    etag: true,
  }),
  logo: endpoint({
    method: 'GET',
    path: '/api/v1/organization/logo',
    summary: 'The organization’s logo, which its sign-in pages show as well.',
    needs: 'public',
    // names a version of the logo in the address of the image
    query: z.object({ v: text(limits.filterValue).optional() }),
    image: true,
  }),
};
