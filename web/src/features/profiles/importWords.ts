import type { ImportError, ImportLineErrors } from '@keyward/contract/import-errors';
import { importHeaders, isImportField, type ProfileImport } from '@keyward/contract/imports';
import i18next from 'i18next';
import { errorText } from '#lib/errorText.ts';
import { namesInList } from '#lib/namesInList.ts';
import { textKey } from '#lib/textKey.ts';
import { textOfKey } from '#lib/textOfKey.ts';
import { UploadFailure } from './uploadFile.ts';

const exampleTime = '2026-12-31 18:00';

/** Permissions arrive by their ids and built-in roles by their stored names; both are translated, as in a form. */
const named: Record<string, (variable: string) => string> = {
  cannotGrant: (ids) => namesInList(ids.split(',').map((id) => textOfKey(`permissions.${id}`) ?? id)),
  lastHolder: (role) => textOfKey(`roles.named.${textKey(role)}`) ?? role,
};

/**
 * A problem in the language on screen: the text of `userError{Code}` with its variable, else the message unchanged.
 * Specification, part 2, section 5 'Profile CSV'.
 */
export function issueWords({ field, message }: ImportError): string {
  const [code = '', ...variable] = message.split(':');
  const key = `imports.userError${code.charAt(0).toUpperCase()}${code.slice(1)}`;
  const given = variable.join(':').trim();
  const words = textOfKey(key, { variable: named[code]?.(given) ?? given, example: exampleTime }) ?? message;
  const column = isImportField(field) ? importHeaders[field] : field;
  return column ? `${column}: ${words}` : words;
}

/** Problems of each line, as one text. */
export const issuesByLine = (lines: readonly ImportLineErrors[]): Map<number, string> =>
  new Map(lines.map(({ line, errors }) => [line, errors.map(issueWords).join(' · ')]));

/** Reason why a plan was not applied, or an upload not reverted. */
export const refusalWords = ({ reason, params = {} }: NonNullable<ProfileImport['refusal']>): string =>
  errorText(reason, params);

/**
 * Problems of a file that the browser found, joined with commas. `error`: an UploadFailure, or any other error thrown while
 * reading the file. Specification, part 2, section 5 'Profile CSV'.
 */
export const failureWords = (error: unknown, limit: number): string =>
  error instanceof UploadFailure
    ? error.problems.map((problem) => errorText(problem, { limit })).join(', ')
    : i18next.t('imports.unreadable');
