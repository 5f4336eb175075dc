/**
 * What another language must have: the keys of English. Plural forms differ between languages, so `_one` may be
 * missing and `_many` may be added.
 */
export type Translation<T> = {
  [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Translation<T[K]>;
} & { [K in keyof T as K extends `${infer Base}_one` ? `${Base}_one` | `${Base}_many` : never]?: string };

/** Built-in roles by their stored names, as filters, files and events hold them. */
export const byStoredName = <T>(
  roles: Record<'admin' | 'user' | 'webPortalUser' | 'mobileAppUser' | 'okmUser', T>,
) => ({
  admin: roles.admin,
  user: roles.user,
  web_portal_user: roles.webPortalUser,
  mobile_app_user: roles.mobileAppUser,
  okm_user: roles.okmUser,
});

/**
 * A failure that is no refusal of the contract. `'noAnswer'`: nothing came back (offline, cut off); `'unreadable'`: an
 * answer that is not the API's; `'passwordMissing'`: the user has none.
 */
export type Problem = 'noAnswer' | 'unreadable' | 'paymentRequired' | 'passwordMissing';
export type ProblemTexts = Record<Problem, string>;
