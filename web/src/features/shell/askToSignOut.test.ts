import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heldNow, holdPage, letGo } from '#lib/held.ts';
import { forgetAll } from '#lib/ending.ts';
import { setLeaving } from '#lib/leaving.ts';
import { hideAlert, shownAlert } from '#ui/alerts.ts';
import { askConfirmation, dismissConfirmation, shownConfirmation } from '#ui/confirmation.ts';
import { agreeToSignOut, askedAbout, askToSignOut, withdrawSignOut } from './askToSignOut.ts';

// modules add listeners to the browser when they load
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
  withdrawSignOut();
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
  expect(askedAbout()).toBeNull();
  expect(requests).toEqual(['/api/v1/logout']);
  expect(pages).toEqual(['/username']);
});

test.each(['changes', 'download'] as const)('asks before a request is sent while %s would be lost', async (what) => {
  holdPage(what);
  await askToSignOut();
  expect(askedAbout()).toEqual({ held: [what], pending: false });
  expect(requests).toEqual([]);
  expect(pages).toEqual([]);
});

test('an open confirmation stays unchanged while the question is open and after it is withdrawn', async () => {
  const open = createElement('form');
  askConfirmation(open);
  holdPage('changes');
  await askToSignOut();
  expect(askedAbout()?.held).toEqual(['changes']);
  expect(shownConfirmation()).toBe(open);
  withdrawSignOut();
  expect(askedAbout()).toBeNull();
  expect(shownConfirmation()).toBe(open);
  expect(heldNow()).toEqual(['changes']);
});

test('the end of the session withdraws the question', async () => {
  holdPage('changes');
  await askToSignOut();
  forgetAll();
  expect(askedAbout()).toBeNull();
});

test('the browser does not ask once the question is answered and the session is over', async () => {
  holdPage('changes');
  await askToSignOut();
  await agreeToSignOut();
  expect(requests).toEqual(['/api/v1/logout']);
  expect(heldNow()).toEqual([]);
  expect(pages).toEqual(['/username']);
});

test('an answered question cannot be withdrawn until the server has replied', async () => {
  const answered = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    return answered.promise;
  });
  holdPage('changes');
  await askToSignOut();
  const leaving = agreeToSignOut();
  withdrawSignOut();
  expect(askedAbout()).toEqual({ held: ['changes'], pending: true });
  await agreeToSignOut();
  answered.resolve(Response.json({}, { status: 503 }));
  await leaving;
  expect(askedAbout()).toBeNull();
  expect(requests).toEqual(['/api/v1/logout']);
});

test('unsaved changes stay held when signing out fails', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }));
  holdPage('changes');
  await askToSignOut();
  await agreeToSignOut();
  expect(askedAbout()).toBeNull();
  expect(heldNow()).toEqual(['changes']);
  expect(pages).toEqual([]);
  expect(shownAlert('main')).toMatchObject({ type: 'Failure' });
});
