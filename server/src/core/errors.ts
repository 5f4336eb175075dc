import type { ImportLineErrors } from '@keyward/contract/import-errors';
import { errorDetail } from '@keyward/contract/error-detail';
import { type ErrorCode, type ErrorParams, type ErrorReply, errors } from '@keyward/contract/errors';
import { defaultLocale, type Locale } from '@keyward/contract/locales';
import { detailIn } from './error-texts.ts';

export type ErrorOptions = {
  /** The values of `{name}` in the text. */
  params?: ErrorParams;
  /** The input field that the error belongs to; sent as `constraint`. */
  field?: string;
  /** The problems of each line of an imported file. */
  data?: readonly ImportLineErrors[];
  /** The cause, for the log only. */
  cause?: Error;
};

/**
 * A refusal with a code of the catalogue. Thrown, it rolls back the request's transaction. Its message is English, for
 * logs.
 */
export class PortalError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams | undefined;
  readonly field: string | undefined;
  readonly data: readonly ImportLineErrors[] | undefined;
  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(errorDetail(code, options.params), options.cause && { cause: options.cause });
    this.code = code;
    this.params = options.params;
    this.field = options.field;
    this.data = options.data;
  }
  get status(): number {
    return errors[this.code].status;
  }
}

export function errorBody(error: PortalError, locale: Locale = defaultLocale): ErrorReply {
  return {
    errors: [
      {
        detail: detailIn(locale, error.code, error.params),
        code: error.code,
        ...(error.field === undefined ? {} : { constraint: error.field }),
        ...(error.params === undefined ? {} : { params: error.params }),
      },
    ],
    ...(error.data === undefined ? {} : { data: [...error.data] }),
  };
}
