import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { pictures } from './metric-reports.ts';
import { locales } from './locales.ts';
import { listResources } from './resources.ts';
import { cleanText, id, idParams, instant, json, text } from './text.ts';
import { timeZones } from './time-zones.ts';

const settingNames = [
  'Appearance',
  'CustomView',
  'DashboardMetrics',
  'DashboardPictures',
  'Density',
  'Locale',
  'Shortcuts',
  'StartPage',
  'Timezone',
] as const;
export type SettingName = (typeof settingNames)[number];

/** Light, dark, or the system's choice. */
export const appearances = ['light', 'dark', 'auto'] as const;
export type Appearance = (typeof appearances)[number];

const viewNames = z.array(text(limits.viewName)).max(limits.orderedViews).optional();
/** A profile's own order of the views of a list. Views that it does not name follow; Overview is always first. */
const viewOrder = z.object({ pinned: viewNames, order: viewNames, hidden: viewNames });
const startPage = z.object({ resource: z.enum(listResources), view: text(limits.viewName) });
export type StartPage = z.infer<typeof startPage>;

/** Rows of 44, 36 or 28 px in lists. */
export const densities = ['comfortable', 'compact', 'dense'] as const;
export type Density = (typeof densities)[number];

const anyValue = json(limits.settingBytes);
/** The schema of each setting. `limits.settingBytes` bounds all of them. */
export const settingValues: Record<SettingName, z.ZodType> = {
  Appearance: z.enum(appearances),
  Density: z.enum(densities),
  Locale: z.enum(locales),
  /** Shortcuts of one character, which dictation may type: they can be turned off (WCAG 2.1.4). */
  Shortcuts: z.boolean(),
  Timezone: z.enum(timeZones as [string, ...string[]]),
  /** The cards of the dashboard; permissions are checked where their data is read. */
  DashboardMetrics: z.array(z.record(text(limits.settingKey), anyValue)).max(100),
  /** The pictures below them, in their order. */
  DashboardPictures: z.array(z.enum(pictures)).max(pictures.length),
  /** The order of a list's views; client_data is the list's resource. */
  CustomView: viewOrder.catchall(anyValue),
  /** The view that is shown after signing in; null: the first permitted section. */
  StartPage: startPage.nullable(),
};

const setting = z.object({
  id: id.nullable(),
  user_id: id.nullable(),
  name: z.enum(settingNames),
  category: z.literal('UI'),
  client_data: z.string().nullable(),
  value: z.unknown(),
});
export type Setting = z.infer<typeof setting>;

const ownSession = z.object({
  id,
  created_at: instant,
  last_active_at: instant,
  /** The latest expiry, regardless of activity. */
  expires_at: instant,
  address: z.string(),
  user_agent: z.string(),
  /** The session of the request. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const settings = {
  defaults: endpoint({
    method: 'GET',
    path: '/api/v1/settings/defaults',
    summary: 'The tenant’s default settings.',
    needs: 'session',
    reply: z.object({ data: z.array(setting) }),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/v1/me/settings',
    summary: 'The signed-in person’s own settings; each replaces the default of the same name and client_data.',
    needs: 'session',
    reply: z.object({ data: z.array(setting) }),
  }),
  tenantConfig: endpoint({
    method: 'GET',
    path: '/api/v1/tenants/config/:name',
    summary: 'A tenant value: autoLogoutTimeoutMins, csvDownloadRecordsLimit or csvUploadRecordsLimit.',
    needs: 'session',
    params: z.object({ name: z.enum(['autoLogoutTimeoutMins', 'csvDownloadRecordsLimit', 'csvUploadRecordsLimit']) }),
    reply: z.object({ data: z.number() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/me/settings',
    summary: 'Create a setting of one’s own.',
    needs: 'session',
    body: z.object({
      name: z.enum(settingNames),
      category: z.literal('UI'),
      client_data: cleanText(limits.tagValue).nullish(),
      value: anyValue,
    }),
    reply: z.object({ data: setting }),
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/me/settings/:id',
    summary: 'Change a setting of one’s own.',
    needs: 'session',
    params: idParams,
    body: z.object({ value: anyValue }),
    reply: z.object({ data: setting }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/v1/me/sessions',
    summary: 'Where one is signed in, the latest first.',
    needs: 'session',
    reply: z.object({ data: z.array(ownSession) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/v1/me/sessions/:id',
    summary: 'End one of one’s own sessions.',
    needs: 'session',
    inSupport: true,
    params: idParams,
  }),
};
