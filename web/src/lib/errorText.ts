import type { ErrorCode, ErrorParams } from '@keyward/contract/errors';
import { ApiError } from './call.ts';
import { errorWords } from './errors.ts';

/** The text of an error code that does not come from a call, in the language on screen. */
export const errorText = (code: string, params: ErrorParams): string =>
  errorWords(new ApiError(0, code as ErrorCode, { params }));
