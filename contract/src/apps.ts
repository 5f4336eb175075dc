import { z } from 'zod';

export const appPlatforms = ['ios', 'android'] as const;
export type AppPlatform = (typeof appPlatforms)[number];

const app = z.object({ ios: z.object({ storeUrl: z.url() }), android: z.object({ storeUrl: z.url() }) });

/** The mobile apps that somebody is told to install; what is not theirs is left out. */
export const mobileApps = z.object({ onekey: app.optional(), mkey: app.optional() });
export type MobileApps = z.infer<typeof mobileApps>;

const inStores = (name: string) => ({
  ios: { storeUrl: `https://apps.apple.com/app/keyward-${name}` },
  android: { storeUrl: `https://play.google.com/store/apps/details?id=com.keyward.${name}` },
});
/** Where each app is found when the link names no address of its own. */
export const storeLinks = { mkey: inStores('mkey'), onekey: inStores('onekey'), onepass: inStores('onepass') };
