import { errorDetail, type ErrorCode, type ErrorParams, type ErrorReply, errors } from '@keyward/contract/errors';
import { defaultLocale, type Locale } from '@keyward/contract/locales';
import { detailIn } from './error-texts.ts';

export type ErrorOptions = {
  /** The values of `{name}` in the text. */
  params?: ErrorParams;
  /** The input field that the error belongs to; sent as `constraint`. */
  field?: string;
};

/**
 * A refusal with a code of the catalogue. Thrown, it rolls back the request's transaction. Its message is English, for
 * logs.
 */
export class PortalError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams | undefined;
  readonly field: string | undefined;
  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(errorDetail(code, options.params));
    this.code = code;
    this.params = options.params;
    this.field = options.field;
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
  };
}
