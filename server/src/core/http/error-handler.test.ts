import { errors, errorReply, type ErrorCode } from '@keyward/contract/errors';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorBody, PortalError } from '#core/errors.ts';
import { constraints } from '#modules.ts';
import { toPortalError } from './error-handler.ts';

const failure = (code: string, more: object = {}) => Object.assign(new Error('secret detail'), { code, ...more });

describe('database errors', () => {
  test.each([
    '08006',
    '53300',
    '57P01',
    '57P03',
    '57014',
    '55P03',
    '25P02',
    '40001',
    '40P01',
    '25006',
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOENT',
  ])('%s means unavailable', (code) => expect(toPortalError(failure(code)).code).toBe('unavailable'));
  test.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])('%s means unavailable', (message) => expect(toPortalError(new Error(message)).code).toBe('unavailable'));

  test('one failed connection attempt among several means unavailable', () => {
    expect(toPortalError(new AggregateError([failure('ECONNREFUSED'), failure('ECONNREFUSED')])).code).toBe(
      'unavailable',
    );
  });

  test('a mapped constraint becomes its error code and field; another one is an internal error', () => {
    const taken = toPortalError(failure('23505', { constraint: 'device_serial_number_unique' }), constraints);
    expect(taken).toMatchObject({ code: 'serialNumberTaken', field: 'serial_number', status: 409 });
    for (const constraint of ['device_pkey', 'constructor', undefined])
      expect(toPortalError(failure('23505', { constraint }), constraints).code).toBe('internal');
    // the constraint's name does not count with an unrelated error code
    expect(toPortalError(failure('XX000', { constraint: 'device_serial_number_unique' }), constraints).code).toBe(
      'internal',
    );
  });

  test('a protocol violation is an internal error, not an outage', () => {
    expect(toPortalError(failure('08P01')).code).toBe('internal');
  });

  test('a pooler without a database connection is an outage, with the same code', () => {
    const waited = Object.assign(failure('08P01'), { severity: 'FATAL' });
    expect(toPortalError(waited).code).toBe('unavailable');
  });

  test('missing privileges mean unavailable; a row refused by a policy is an internal error', () => {
    expect(toPortalError(failure('42501', { routine: 'aclcheck_error' })).code).toBe('unavailable');
    expect(toPortalError(failure('42501', { routine: 'ExecWithCheckOptions' })).code).toBe('internal');
  });

  test('values that the database cannot hold are a bad request', () => {
    for (const code of ['22021', '22P05', '22003', '22P02', '22023', '22008'])
      expect(toPortalError(failure(code)).code, code).toBe('badRequest');
  });
});

test('the first invalid field of the input is named', () => {
  const parsed = z.object({ a: z.array(z.object({ b: z.string() })) }).safeParse({ a: [{ b: 1 }], c: 2 });
  expect(toPortalError(parsed.error)).toMatchObject({ code: 'invalidField', field: 'a.0.b', status: 400 });
  expect(toPortalError(z.object({}).safeParse(7).error)).toMatchObject({ field: '', params: { field: 'body' } });
  const long = z.record(z.string().max(9), z.string()).safeParse({ ['x'.repeat(5000)]: 'y' });
  expect(toPortalError(long.error).field?.length).toBeLessThanOrEqual(200);
});

test.each([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'tooLarge'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'unsupportedMediaType'],
  ['FST_ERR_BAD_URL', 400, 'badRequest'],
  ['FST_ERR_SOMETHING_NEW', 418, 'badRequest'],
  ['FST_ERR_SOMETHING_NEW', 500, 'internal'],
])('the framework’s %s (%i) is %s', (code, statusCode, wanted) => {
  expect(toPortalError(failure(code, { statusCode })).code).toBe(wanted);
});

test.each([new Error('secret detail'), new TypeError('x is not a function'), 'text', null, undefined, { code: 1 }])(
  'an unexpected error (%s) reveals nothing',
  (error) => {
    const text = JSON.stringify(errorBody(toPortalError(error)));
    expect(text).toBe('{"errors":[{"detail":"Internal Server Error","code":"internal"}]}');
  },
);

test('every error code makes a reply that matches the contract', () => {
  for (const code of Object.keys(errors) as ErrorCode[]) {
    const error = new PortalError(code, {
      params: { field: 'f', reason: 'r', by: 'b', at: 'a', seconds: 1 },
      field: 'f',
    });
    expect(errorReply.parse(errorBody(error)).errors[0]).toMatchObject({ code, constraint: 'f' });
    expect(error.status).toBe(errors[code].status);
  }
  const sly = new PortalError('unknownTagValue', { params: { value: '{tag}', tag: '$& $1 {value}' } });
  expect(sly.message).toBe("There is no value '{tag}' in '$& $1 {value}'.");
});

test('an invalid field gets a sentence, whatever the schema’s message', () => {
  const details = [
    'roleNameTooLong',
    'nameCannotExceedCharacters:$& 40',
    'Invalid input: expected string',
    'constructor',
  ].map((message) => {
    const error = toPortalError(new z.ZodError([{ code: 'custom', path: ['name'], message, input: '' }]));
    return [error.message, error.params?.['reason']];
  });
  expect(details).toEqual([
    ['Name cannot be more than 32 characters', 'roleNameTooLong'],
    ['Name cannot exceed $& 40 characters', 'nameCannotExceedCharacters:$& 40'],
    ['The field name is not valid.', 'invalid'],
    ['The field name is not valid.', 'invalid'],
  ]);
});
