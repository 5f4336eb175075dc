import { randomUUID } from 'node:crypto';
import { invitations } from '@keyward/contract/invitations';
import { expect, test } from 'vitest';
import { inviteActions } from './actions.ts';

test('resending is offered for as many rows as its call takes', () => {
  const { atMost = 0 } = inviteActions.bulk.find(({ id }) => id === 'resend') ?? {};
  const takes = (n: number) =>
    invitations.resend.body.safeParse({ invitationIds: Array.from({ length: n }, () => randomUUID()) }).success;
  expect([takes(atMost), takes(atMost + 1)]).toEqual([true, false]);
});
