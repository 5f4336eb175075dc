import { ApiError } from './call.ts';
import { dateTime } from './dates.ts';

/** A conflict says when as an instant; a person reads their own zone. Other errors stay as they are. */
export function withLocalTime(error: ApiError, zone: string): ApiError {
  if (error.code !== 'conflict') return error;
  const { status, code, detail, params } = error;
  const at = String(params['at'] ?? '');
  return new ApiError(status, code, {
    detail,
    params: { ...params, at: Number.isNaN(Date.parse(at)) ? at : dateTime(at, zone) },
  });
}
