// The inbox page by page: the entries that 'Mark all as read' marks, and everyone's watches.
import type { InboxEntry } from '@keyward/contract/inbox';
import { watches } from '@keyward/contract/watches';
import { expectAccessible } from './axe.ts';
import { expect, nightly, test } from './people.ts';
import { batchNames } from './selection.ts';

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const entry = (n: number, read = false): InboxEntry => ({
  id: idOf(n),
  kind: 'watchCleared',
  details: { watch: `Watch ${n}` },
  path: '/devices',
  created_at: '2026-03-04T20:15:00.000Z',
  read,
});

test('shown entries are marked as read by their ids, and the entries below as a whole', nightly, async ({ page }) => {
  const asked: unknown[] = [];
  await page.route('**/api/v1/inbox/read', async (route) => {
    asked.push(route.request().postDataJSON());
    await route.fulfill({ status: 204 });
  });
  await page.route(/\/api\/v1\/inbox(\?.*)?$/, (route) =>
    new URL(route.request().url()).searchParams.has('cursor')
      ? route.fulfill({ json: { data: [entry(1)], unread: 3 } })
      : route.fulfill({ json: { data: [entry(4), entry(3, true), entry(2)], unread: 3, next: idOf(2) } }),
  );
  await page.goto('/devices');
  await page.getByRole('button', { name: /^Inbox/ }).click();
  const inbox = page.getByRole('dialog', { name: 'Inbox' });
  const all = inbox.getByRole('button', { name: 'Mark all as read' });
  await expect(inbox.getByRole('link', { name: 'Watch 2' })).toBeVisible();
  await all.click();
  await expect.poll(() => asked).toEqual([{ ids: [idOf(4), idOf(2)], until: idOf(2) }]);
  await inbox.getByRole('button', { name: 'Show older' }).click();
  await expect(inbox.getByRole('link', { name: 'Watch 1' })).toBeVisible();
  await all.click();
  // there are no entries below
  await expect.poll(() => asked.slice(1)).toEqual([{ ids: [idOf(4), idOf(2), idOf(1)] }]);
});

test('everyone’s watches are loaded page by page', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word } = batchNames('Paged', 1);
  const rows = { resource: 'device', base: 'Overview', filter: {}, search: word } as const;
  const spoken = { name: word, rule: { when: 'count', above: 1 }, delivery: 'inbox', quiet: null } as const;
  const { data } = await call(watches.create, { body: { ...rows, ...spoken } });
  await page.route('**/api/v1/watches/all*', (route) =>
    new URL(route.request().url()).searchParams.get('cursor') === 'after the first'
      ? route.fulfill({ json: { data: [{ ...data, id: idOf(2), name: `${word} second` }] } })
      : route.fulfill({ json: { data: [data], next: 'after the first' } }),
  );
  await page.goto('/devices');
  await page.getByRole('button', { name: /^Inbox/ }).click();
  const inbox = page.getByRole('dialog', { name: 'Inbox' });
  await inbox.getByRole('tab', { name: 'Watches' }).click();
  await inbox.getByRole('button', { name: 'Everyone’s' }).click();
  const lines = inbox.getByRole('listitem').filter({ hasText: word });
  await expect(lines).toHaveCount(1);
  await expectAccessible(page);
  await inbox.getByRole('button', { name: 'Show more' }).click();
  await expect(lines).toHaveCount(2);
  await expect(inbox.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await call(watches.remove, { params: { id: data.id } });
});
