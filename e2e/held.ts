// Writes and files whose answers the test holds back and releases.
import type { Page } from '@playwright/test';

/** Holds the writes to a path back; `sent` resolves with the first of them. */
export async function holdWrites(page: Page, path: string) {
  const sent = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<'by the server' | 'failed'>();
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    sent.resolve();
    if ((await answered.promise) === 'by the server') return route.continue();
    return route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } });
  });
  return {
    sent: sent.promise,
    answer: () => answered.resolve('by the server'),
    fail: () => answered.resolve('failed'),
  };
}

/** Holds the files that match back until `release`. */
export async function holdFile(page: Page, file: RegExp) {
  const released = Promise.withResolvers<void>();
  await page.route(file, async (route) => {
    await released.promise;
    await route.continue();
  });
  return { release: () => released.resolve() };
}
