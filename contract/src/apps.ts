import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const appPlatforms = ['ios', 'android'] as const;
export type AppPlatform = (typeof appPlatforms)[number];
export const appNames = ['mkey', 'onekey', 'onepass'] as const;
export type AppName = (typeof appNames)[number];

const app = z.object({ ios: z.object({ storeUrl: z.url() }), android: z.object({ storeUrl: z.url() }) });

/** The mobile apps that a profile should install; others are omitted. */
export const mobileApps = z.object({ onekey: app.optional(), mkey: app.optional() });
export type MobileApps = z.infer<typeof mobileApps>;

/** Store addresses of each app. */
export type StoreLinks = Record<AppName, Record<AppPlatform, { storeUrl: string }>>;

const searchFor = (name: string) => ({
  ios: { storeUrl: `https://apps.apple.com/us/search?term=Keyward%20${name}` },
  android: { storeUrl: `https://play.google.com/store/search?q=Keyward%20${name}&c=apps` },
});
/** Fallback when neither the link nor the operator names an address: the store's search. */
export const storeLinks: StoreLinks = {
  mkey: searchFor('mKey'),
  onekey: searchFor('OneKey'),
  onepass: searchFor('OnePASS'),
};

const inStore = /^https:\/\/(?:apps\.apple\.com|itunes\.apple\.com|play\.google\.com)(?:[/?#]|$)/i;
const never = /[\s\\\p{Cc}]/u;
/** Is it an https address of a known store, without user, password or port? */
export const isStoreAddress = (text: string): boolean => inStore.test(text) && !never.test(text) && URL.canParse(text);

export const apps = {
  links: endpoint({
    method: 'GET',
    path: '/api/v1/apps',
    summary: 'Where the mobile apps are found.',
    needs: 'public',
    reply: z.object({ data: z.object({ mkey: app, onekey: app, onepass: app }) }),
  }),
};
