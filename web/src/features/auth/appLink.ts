import {
  type AppName,
  appNames,
  type AppPlatform,
  appPlatforms,
  isStoreAddress,
  type StoreLinks,
  storeLinks,
} from '@keyward/contract/apps';

/** The address that opens each app. Specification, part 1, section 2. */
const targets: Record<AppName, string> = { mkey: 'mkey://Login', onekey: 'onekey://Login', onepass: 'onepass://Keys' };

/** The address of the app's store page: the requested one if it is in a known store, else the configured one. */
export function storeAddress(app: AppName, platform: AppPlatform, asked: string | null, links = storeLinks): string {
  return asked && isStoreAddress(asked) ? new URL(asked).href : links[app][platform].storeUrl;
}

export type AppLink = { app: AppName; platform: AppPlatform; scheme: string; store: string };

/** The app that /apps/:app/:platform opens; null for an unknown app. `search` as in `location.search`. */
export function appLink(pathname: string, search: string, links: StoreLinks = storeLinks): AppLink | null {
  const [, , name = '', kind = '', ...rest] = pathname.replace(/\/$/, '').split('/');
  const app = appNames.find((known) => known === name);
  const platform = appPlatforms.find((known) => known === kind);
  if (!app || !platform || rest.length) return null;
  const query = new URLSearchParams(search);
  const invitation = query.get('invitationId') ?? '';
  // any id of unreserved characters (RFC 3986, 2.3), so that no other parameters reach the app
  const passOn = app === 'onepass' && /^[\w.~-]{1,128}$/.test(invitation);
  return {
    app,
    platform,
    scheme: `${targets[app]}${passOn ? `?invitationId=${encodeURIComponent(invitation)}` : ''}`,
    store: storeAddress(app, platform, query.get('storeUrl'), links),
  };
}
