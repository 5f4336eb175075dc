import type { UnknownKey } from '@keyward/contract/error-key';
import type { ErrorCode } from '@keyward/contract/errors';
import type { Reason } from '@keyward/contract/reason';
import type { NoticeKind } from '@keyward/contract/inbox';
import type { OwnSettings, SettingId } from '@keyward/contract/organization-settings';
import type { PermissionId } from '@keyward/contract/permissions';

type Counting = 'tooManyAttempts';
/** A text for every refusal; one that counts something has plural forms. `{{name}}` is replaced from `params`. */
export type ErrorTexts = Record<Exclude<ErrorCode, Counting> | UnknownKey | `${Counting}_other`, string> &
  Partial<Record<`${Counting}_${'one' | 'many'}`, string>>;

/** A text about a field for each message of the contract's schemas. */
export type ReasonTexts = Record<Reason, string>;

export type PermissionTexts = Partial<Record<PermissionId, string>>;

/** The settings of the organization: in Settings > Organization, in the activity and in mails. */
export type OrganizationTexts = {
  names: Record<SettingId, string>;
  /** Effect of the value, and meaning of special values; the operator's settings are in no form. */
  hints: Record<keyof OwnSettings, string>;
};

type CountedNotice = 'several' | 'watchRows' | 'watchCount' | 'watchStill';
/** A text for every kind of notice, and for several of them in one mail. */
export type NoticeTexts = Record<Exclude<NoticeKind, CountedNotice> | `${CountedNotice}_other`, string> &
  Partial<Record<`${CountedNotice}_${'one' | 'many'}`, string>>;
