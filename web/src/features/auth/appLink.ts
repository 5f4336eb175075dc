import {
  type AppName,
  appNames,
  type AppPlatform,
  appPlatforms,
  isStoreAddress,
  type StoreLinks,
  storeLinks,
} from '@keyward/contract/apps';

/** What each app opens with. Specification, part 1, section 2. */
const targets: Record<AppName, string> = { mkey: 'mkey://Login', onekey: 'onekey://Login', onepass: 'onepass://Keys' };

/** The address of the app's store page: the one that is asked for when it is in one of the known stores, else ours. */
export function storeAddress(app: AppName, platform: AppPlatform, asked: string | null, links = storeLinks): string {
  return asked && isStoreAddress(asked) ? new URL(asked).href : links[app][platform].storeUrl;
}

export type AppLink = { app: AppName; platform: AppPlatform; scheme: string; store: string };

/** What /apps/:app/:platform opens, or null when there is no such app. `search` as in `location.search`. */
export function appLink(pathname: string, search: string, links: StoreLinks = storeLinks): AppLink | null {
  const [, , name = '', kind = '', ...rest] = pathname.replace(/\/$/, '').split('/');
  const app = appNames.find((known) => known === name);
  const platform = appPlatforms.find((known) => known === kind);
  if (!app || !platform || rest.length) return null;
  const query = new URLSearchParams(search);
  const invitation = query.get('invitationId') ?? '';
  // an id of any kind that an address carries unescaped (RFC 3986, 2.3), and nothing that would say more to the app
  const passOn = app === 'onepass' && /^[\w.~-]{1,128}$/.test(invitation);
  return {
    app,
    platform,
    scheme: `${targets[app]}${passOn ? `?invitationId=${encodeURIComponent(invitation)}` : ''}`,
    store: storeAddress(app, platform, query.get('storeUrl'), links),
  };
}
