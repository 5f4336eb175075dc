import { type AppPlatform, appPlatforms, storeLinks } from '@keyward/contract/apps';

type AppName = keyof typeof storeLinks;
/** What each app opens with. Specification, part 1, section 2. */
const targets: Record<AppName, string> = { mkey: 'mkey://Login', onekey: 'onekey://Login', onepass: 'onepass://Keys' };
const inStore = /^https:\/\/(?:apps\.apple\.com|itunes\.apple\.com|play\.google\.com)(?:[/?#]|$)/i;
const never = /[\s\\\p{Cc}]/u;

/**
 * The address of the app's store page: the one that is asked for when it is https in one of the known stores, without
 * user, password or port, else the built-in one.
 */
export function storeAddress(app: AppName, platform: AppPlatform, asked: string | null): string {
  const builtIn = storeLinks[app][platform].storeUrl;
  return asked && inStore.test(asked) && !never.test(asked) && URL.canParse(asked) ? new URL(asked).href : builtIn;
}

export type AppLink = { app: AppName; platform: AppPlatform; scheme: string; store: string };

/** What /apps/:app/:platform opens, or null when there is no such app. `search` as in `location.search`. */
export function appLink(pathname: string, search: string): AppLink | null {
  const [, , name = '', kind = '', ...rest] = pathname.replace(/\/$/, '').split('/');
  const app = (['mkey', 'onekey', 'onepass'] as const).find((known) => known === name);
  const platform = appPlatforms.find((known) => known === kind);
  if (!app || !platform || rest.length) return null;
  const query = new URLSearchParams(search);
  const invitation = query.get('invitationId') ?? '';
  const passOn = app === 'onepass' && /^[0-9a-f-]{36}$/i.test(invitation);
  return {
    app,
    platform,
    scheme: `${targets[app]}${passOn ? `?invitationId=${encodeURIComponent(invitation)}` : ''}`,
    store: storeAddress(app, platform, query.get('storeUrl')),
  };
}
