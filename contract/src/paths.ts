/** Query parameters of a list page; details in web/src/list/url.ts. */
export type Search = Readonly<Record<string, string | undefined>>;

/** Braces are not escaped: in the path of a view's action `{id}` is replaced by the row's value. */
const encode = (text: string) => encodeURIComponent(text).replaceAll('%7B', '{').replaceAll('%7D', '}');

/** A path with its query. */
export function address(path: string, search: Search = {}): string {
  const query = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encode(name)}=${encode(value)}`],
  );
  return query.length ? `${path}?${query.join('&')}` : path;
}

/** The only source of page addresses in the portal: `paths.devices({ open: id })`. */
export const paths = {
  /** Leads to the profile's start page, or to the page that the sign-in interrupted. */
  home: () => '/',
  dashboard: (search?: Search) => address('/dashboard', search),
  activity: (search?: Search) => address('/activity', search),
  users: (search?: Search) => address('/users', search),
  devices: (search?: Search) => address('/devices', search),
  onepass: (search?: Search) => address('/onepass', search),
  access: (part?: 'groups' | 'roles', search?: Search) => address(part ? `/access/${part}` : '/access', search),
  noPermission: () => '/no-permission',
  build: () => '/build',
  apiDocs: () => '/api/docs',
  // without a session
  username: () => '/username',
  password: () => '/password',
  forgotPassword: () => '/forgot-password',
  setPassword: (token?: string) => address('/set-password', { token }),
  sso: () => '/sso',
  apps: () => '/apps',
  /** Opens the OnePASS app, or its page in the store. */
  onepassApp: (platform: 'ios' | 'android' = 'ios', search?: Search) => address(`/apps/onepass/${platform}`, search),
  /** The page of a OnePASS invitation for its recipient, who has no account. */
  invitation: (token?: string) => address('/apps/onepass/invitation', { token }),
  /** The same for the browser that accepted it. */
  acceptedInvitation: (invitation?: string) => address('/apps/onepass/invitation', { invitation }),
  /** The keypad of the demo's simulated locks; `lock` is a serial number. */
  keypad: (lock?: string) => address('/demo/keypad', { lock }),
} as const;
