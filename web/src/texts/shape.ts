/**
 * The type of a translation: the keys of English. Plural forms differ between languages, so `_one` may be missing and
 * `_many` may be added.
 */
export type Translation<T> = {
  [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Translation<T[K]>;
} & { [K in keyof T as K extends `${infer Base}_one` ? `${Base}_one` | `${Base}_many` : never]?: string };

/** Built-in roles by their stored names, as used in filters, files and events. */
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
 * A failure that is not a refusal of the contract. `'noAnswer'`: no response (offline, cut off); `'unreadable'`: a
 * response that is not the API's; `'passwordMissing'`: the profile has no password.
 */
export type Problem = 'noAnswer' | 'unreadable' | 'paymentRequired' | 'passwordMissing';
export type ProblemTexts = Record<Problem, string>;
