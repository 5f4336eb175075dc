import { errors } from '@keyward/contract/texts/en/errors';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#lib/call.ts';
import { alertNotSent } from '#parts/onepass/alertNotSent.ts';
import { common } from '#texts/en/common.ts';
import { invitations } from '#texts/en/invitations.ts';
import { failureAlert } from './alertFailure.ts';
import { shownAlert } from './alerts.ts';
import { withTexts } from './alerts.testing.ts';

// the cache of calls listens for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

withTexts({ common, errors, invitations });

const lost = new ApiError(0, 'noAnswer');
const running = new ApiError(409, 'stillRunning');
const refused = new ApiError(404, 'notFound');
const broken = new ApiError(500, 'internal');

test.each([
  ['no answer', lost, common.problems.noAnswer],
  ['a first try that is still running', running, errors.stillRunning],
])('an action with %s is not claimed to have failed', (_, error, message) => {
  expect(failureAlert(error, 'Nothing was made')).toEqual({ type: 'Failure', message });
  expect(failureAlert(error, 'Nothing was made', 'It was not made.')).toEqual({ type: 'Failure', message });
});

test('a refused action is reported as failed, with the reason', () => {
  const title = 'Nothing was made';
  expect(failureAlert(refused, title)).toEqual({ type: 'Failure', title, message: errors.notFound });
  expect(failureAlert(refused, title, 'Bay 1: gone')).toEqual({ type: 'Failure', title, message: 'Bay 1: gone' });
  expect(failureAlert(refused, undefined)).toEqual({ type: 'Failure', message: errors.notFound });
});

test('the alert about an unsent invitation has the specified text, with the reason of a refusal', () => {
  const { title, text } = invitations.notSentAlert;
  alertNotSent(refused);
  expect(shownAlert('drawer')).toMatchObject({ title, message: `${text} ${errors.notFound}` });
  alertNotSent(broken);
  expect(shownAlert('drawer')).toMatchObject({ title, message: text });
});

test('the alert about an unanswered invitation says that it may have been sent', () => {
  alertNotSent(lost);
  const alert = shownAlert('drawer');
  expect(alert).toMatchObject({ message: `${common.problems.noAnswer} ${invitations.mayBeSent}` });
  expect(alert).not.toHaveProperty('title');
});
