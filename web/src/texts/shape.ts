import type { EventType } from '@keyward/contract/activity';
import type { Locale } from '@keyward/contract/locales';
import type { ListResource, resources } from '@keyward/contract/resources';

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

/** The kinds of rows. */
export type RowKind = NonNullable<(typeof resources)[ListResource]['kind']>;
/** The types of events about rows. */
export type RowEvent = Extract<EventType, `${'ADD' | 'MODIFY' | 'DELETE'}_${EventNoun<ListResource>}`>;
type EventNoun<R extends ListResource> = NonNullable<(typeof resources)[R]['events']>;

type Named<R extends ListResource> = (typeof resources)[R];
/**
 * The names of a list, its rows and their events that the portal shows before the texts of the list are loaded: in the tabs (of
 * the header, or of a section of several lists, which is named in the texts of the shell) and in Activity. All languages are in
 * one file, which loads with the first page.
 */
export type ListNames<R extends ListResource> = Record<
  Locale,
  { tab: string } & (Named<R>['kind'] extends null ? unknown : { kind: string }) &
    (Named<R>['events'] extends null ? unknown : { added: string; changed: string; deleted: string })
>;
