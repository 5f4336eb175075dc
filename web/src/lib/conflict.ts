import { ApiError } from './call.ts';
import { dateTime } from './dates.ts';

/** Shows the instant of a conflict in the reader's zone. Other errors are returned unchanged. */
export function withLocalTime(error: ApiError, zone: string): ApiError {
  if (error.code !== 'conflict') return error;
  const { status, code, detail, params } = error;
  const at = String(params['at'] ?? '');
  return new ApiError(status, code, {
    detail,
    params: { ...params, at: Number.isNaN(Date.parse(at)) ? at : dateTime(at, zone) },
  });
}
