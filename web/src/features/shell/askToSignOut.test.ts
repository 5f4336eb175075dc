import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heldNow, holdPage, letGo } from '#lib/held.ts';
import { setLeaving } from '#lib/leaving.ts';
import { hideAlert, shownAlert } from '#ui/alerts.ts';
import { dismissConfirmation, shownConfirmation } from '#ui/confirmation.ts';
import { askToSignOut } from './askToSignOut.tsx';
import type { SignOutQuestion } from './SignOutQuestion.tsx';

// modules listen to the browser when they load
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

const requests: string[] = [];
const pages: string[] = [];

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('location', { assign: (page: string) => pages.push(page) });
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  letGo();
  dismissConfirmation();
  hideAlert('main');
  setLeaving(false);
  requests.length = 0;
  pages.length = 0;
  vi.unstubAllGlobals();
});

test('signs out at once while nothing would be lost', async () => {
  holdPage('changes', () => false);
  await askToSignOut();
  expect(shownConfirmation()).toBeNull();
  expect(requests).toEqual(['/api/v1/logout']);
  expect(pages).toEqual(['/username']);
});

test.each(['changes', 'download'] as const)('asks before a request is sent while %s would be lost', async (what) => {
  holdPage(what);
  await askToSignOut();
  expect(shownConfirmation()?.props).toMatchObject({ held: [what] });
  expect(requests).toEqual([]);
  expect(pages).toEqual([]);
});

test('the browser asks no more once the question was answered and the session is over', async () => {
  holdPage('changes');
  await askToSignOut();
  const question = shownConfirmation()?.props as ComponentProps<typeof SignOutQuestion>;
  await question.onSignOut();
  expect(requests).toEqual(['/api/v1/logout']);
  expect(heldNow()).toEqual([]);
  expect(pages).toEqual(['/username']);
});

test('what is unsaved stays held when signing out fails', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }));
  holdPage('changes');
  await askToSignOut();
  const question = shownConfirmation()?.props as ComponentProps<typeof SignOutQuestion>;
  await question.onSignOut();
  expect(heldNow()).toEqual(['changes']);
  expect(pages).toEqual([]);
  expect(shownAlert('main')).toMatchObject({ type: 'Failure' });
});
