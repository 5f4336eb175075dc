import type { Call, EndpointSpec, In, Out } from '@keyward/contract/endpoint';
import { isConfirmAct } from '@keyward/contract/confirm-acts';
import type { ErrorCode, ErrorParams, ErrorReply } from '@keyward/contract/errors';
import { defaultLocale } from '@keyward/contract/locales';
import { paths } from '@keyward/contract/paths';
import i18next from 'i18next';
import type { Problem } from '#texts/shape.ts';
import { isOwn } from './activity.ts';
import { confirmAgain } from './confirming.ts';
import { endPages } from './ending.ts';
import { addErrorTexts, currentLocale } from './i18n.ts';
import { keepForms } from './kept.ts';
import { endedSessions, isLeaving, setLeaving, unlessLeaving } from './leaving.ts';
import { hearTime } from './now.ts';
import { currentPerson } from './person.ts';
import { sanitise } from './sanitise.ts';
import { carried, place, storageKeys, stored } from './storage.ts';

/** A refused or failed call. `status` 0 means no response. `constraint` is the field the error belongs to. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | Problem;
  /** The server's message; show `useErrorText()(error)` instead. */
  readonly detail: string;
  readonly constraint: string | undefined;
  readonly params: ErrorParams;
  /** The problems of a file, by line. */
  readonly lines: NonNullable<ErrorReply['data']>;

  constructor(
    status: number,
    code: ErrorCode | Problem,
    first: Partial<ErrorReply['errors'][number]> = {},
    lines: ErrorReply['data'] = [],
  ) {
    super(first.detail ?? code);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.detail = first.detail ?? '';
    this.constraint = first.constraint;
    this.params = first.params ?? {};
    this.lines = lines;
  }
}

type Parts = {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** A CSV file, sent as it is. */
  file?: Uint8Array;
  ifMatch?: number;
};
export type CallOptions = {
  signal?: AbortSignal;
  /** The idempotency key: the server carries out a repeat only once. */
  key?: string;
  /** Reports activity of the user that caused no call. */
  active?: true;
};
/** Makes the argument optional where the endpoint declares no parts. */
export type PartsArgs<E extends EndpointSpec, Rest> =
  Record<never, never> extends In<E> ? [parts?: In<E>, rest?: Rest] : [parts: In<E>, rest?: Rest];

function address(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(sanitise(query))) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size ? `${filled}?${search}` : filled;
}

/** Why the session is over: the server's first detail, translated where the language on screen has a text for it. */
export function endWords({ code, detail }: ApiError): string {
  // a sign-out removes the session marker, in every tab
  const signedOut = code === 'unauthorized' && stored.read(storageKeys.session) === null;
  if (signedOut && i18next.exists('session.signedOutElsewhere')) return i18next.t('session.signedOutElsewhere');
  // a newer server may send a code that this build has no text for
  const known = currentLocale() !== defaultLocale && i18next.exists(`errors.${code}`);
  return known ? i18next.t(`errors.${code as ErrorCode}`) : detail;
}

const isAnotherPerson = (error: unknown) => error instanceof ApiError && error.code === 'anotherPerson';

/**
 * Ends the session in the browser: clears everything stored there and shows the sign-in page with the reason. Input in
 * open forms stays in this page's memory, for the same profile. Only the first reason counts; `farewell` is awaited
 * first, whether it succeeds or fails.
 */
export async function leave(reason: string, farewell?: Promise<unknown>): Promise<void> {
  if (isLeaving()) return;
  const elsewhere = location.pathname !== paths.username();
  setLeaving(elsewhere);
  if (elsewhere) {
    place.keep();
    keepForms(currentPerson());
  }
  const answer = await farewell?.catch((error: unknown) => error);
  // the browser's storage already belongs to another profile
  if (isAnotherPerson(answer)) return endPages()?.otherPerson();
  stored.clear();
  if (!elsewhere) return;
  const pages = endPages();
  // the session may still be alive: a reload of the sign-in page repeats a sign-out that failed
  const failed = answer instanceof Error && !(answer instanceof ApiError && answer.status === 401);
  if (!pages || failed) carried.put(reason);
  if (pages) return pages.signIn(reason);
  location.assign(paths.username());
}

async function refusal(response: Response): Promise<ApiError> {
  const reply: Partial<ErrorReply> | null = await response.json().catch(() => null);
  const first = reply?.errors?.[0];
  if (response.status === 402) return new ApiError(402, 'paymentRequired', first);
  const problem = first?.code || first?.detail;
  return problem
    ? new ApiError(response.status, first.code, first, reply?.data)
    : new ApiError(response.status, 'unreadable');
}

/**
 * Makes one call of the contract: `call(devices.get, { params: { id } })`. Body and query are sanitised. Rejects with
 * ApiError, or with the signal's AbortError. A 401 of a call that needs a session ends the session here
 * (specification, part 1, section 4).
 */
export async function call<E extends EndpointSpec>(
  endpoint: Call<E>,
  ...[parts, options]: PartsArgs<E, CallOptions>
): Promise<Out<E>> {
  const response = await request(endpoint, parts ?? {}, options);
  // the server's tests prove that replies match the contract
  if (response.status === 204) return undefined as Out<E>;
  return (await response.json().catch(() => {
    throw new ApiError(response.status, 'unreadable');
  })) as Out<E>;
}

/**
 * Takes the response that index.html requested before the scripts arrived; undefined the second time. After a sign-in or sign-out
 * in another tab it is dropped, since it belongs to another session.
 */
function takeAsked({ method }: Call, url: string): Promise<Response> | undefined {
  if (method !== 'GET' || !window.askedFirst) return undefined;
  const { session, answers } = window.askedFirst;
  if (session !== stored.read(storageKeys.session)) window.askedFirst = undefined;
  const asked = window.askedFirst && answers.get(url);
  answers.delete(url);
  return asked;
}

/** The same call, resolved with the unread response. */
export async function request(endpoint: Call, given: Parts, options?: CallOptions): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  // the language on screen may differ from the browser's
  if (i18next.language) headers.set('accept-language', i18next.language);
  if (given.body !== undefined) headers.set('content-type', 'application/json');
  if (given.file) headers.set('content-type', 'text/csv');
  if (given.ifMatch !== undefined) headers.set('if-match', `"${given.ifMatch}"`);
  if (options?.key) headers.set('idempotency-key', options.key);
  const person = currentPerson();
  if (person !== undefined) headers.set('keyward-person', person);
  if (options?.active) headers.set('keyward-activity', '1');
  // background reads do not extend the session
  else if (endpoint.method === 'GET' && !isOwn()) headers.set('keyward-background', '1');
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin', cache: 'no-store' };
  if (given.body !== undefined) init.body = JSON.stringify(sanitise(given.body));
  if (given.file) init.body = new Uint8Array(given.file);
  const url = address(endpoint.path, given);
  const send = async (signal?: AbortSignal) => {
    const askedAt = Date.now();
    const answer = await fetch(url, signal ? { ...init, signal } : init);
    hearTime(answer.headers.get('date'), askedAt);
    return answer;
  };
  // a request that failed before the scripts arrived says nothing about the connection now
  const ask = (signal = options?.signal) => takeAsked(endpoint, url)?.catch(() => send(signal)) ?? send(signal);
  const session = endedSessions();
  const held = endpoint.method === 'GET' && endpoint.needs !== 'public';
  const response = await (held ? unlessLeaving(ask, options?.signal) : ask()).catch((reason: unknown) => {
    if (options?.signal?.aborted) throw reason;
    throw new ApiError(0, 'noAnswer');
  });
  if (!response.ok) {
    const [error] = await Promise.all([refusal(response), addErrorTexts()]);
    // before sign-in the call site interprets the error; a response to an earlier session is ignored
    if (person !== undefined && session === endedSessions()) {
      if (error.status === 401 && endpoint.needs !== 'public') void leave(endWords(error));
      if (isAnotherPerson(error) && !isLeaving()) endPages()?.otherPerson();
    }
    // the person confirms their identity, and the call is made again
    if (error.code === 'confirmAgain' && isConfirmAct(error.params['act'])) {
      if (await confirmAgain(error.params['act'])) return request(endpoint, given, options);
    }
    throw error;
  }
  return response;
}
