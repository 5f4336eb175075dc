import { groups, type ManagedTag } from '@keyward/contract/groups';
import type { Page, Route } from '@playwright/test';
import type { Call } from './calls.ts';
import { expect, nightly, test } from './people.ts';

const made: string[] = [];
async function newTag(call: Call, values: string[] = []): Promise<ManagedTag> {
  const label = `Order ${Math.random().toString(36).slice(2, 8)}`;
  const { data } = await call(groups.create, { body: { label, type: 1, values } });
  made.push(data.id);
  return data;
}
test.afterEach(async ({ api }) => {
  const call = await api('admin');
  for (const id of made.splice(0)) await call(groups.remove, { params: { id } }).catch(() => undefined);
});

const namesIn = (page: Page, label: string) =>
  page
    .getByRole('list', { name: `${label}: Access Groups` })
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.querySelector('[class*=name]')?.textContent));
const up = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name} up`, exact: true });
const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: 'The order could not be saved' });
const storedValues = async (call: Call, tag: ManagedTag) =>
  (await call(groups.all, { query: { type: '1' } })).data.find((d) => d.id === tag.id)?.values.map((v) => v.name);

/** Holds requests of the page: `nth` waits for the nth, `letGo` sends the held ones and all that follow. */
function gate() {
  const held: Route[] = [];
  let open = true;
  let notify: () => void = () => undefined;
  return {
    hold: () => void (open = false),
    pass: async (route: Route) => {
      if (open) return route.continue();
      held.push(route);
      notify();
    },
    nth: async (n: number) => {
      while (held.length < n) await new Promise<void>((resolve) => (notify = resolve));
    },
    letGo: async () => {
      open = true;
      for (const route of held.splice(0)) await route.continue().catch(() => undefined);
    },
  };
}

/** The page with control over its reads of the tags and over its moves. */
async function openGated(page: Page, tag: ManagedTag) {
  const reads = gate();
  const moves = gate();
  await page.route('**/api/v1/tag-definitions/**', (route) =>
    (route.request().method() === 'GET' ? reads : moves).pass(route),
  );
  await page.goto(`/access/groups?tag=${tag.id}`);
  await expect(page.getByRole('heading', { name: tag.label })).toBeVisible();
  return { reads, moves };
}

test('values moved during a read and during a save keep their positions', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const tag = await newTag(call, ['A', 'B', 'C', 'D', 'E']);
  const { reads, moves } = await openGated(page, tag);

  reads.hold();
  await up(page, 'E').press('Enter');
  await reads.nth(1);
  moves.hold();
  await up(page, 'E').press('Enter');
  await expect.poll(() => namesIn(page, tag.label)).toEqual(['A', 'B', 'E', 'C', 'D']);
  // this reply contains only the first move
  await reads.letGo();
  await moves.nth(1);
  await up(page, 'E').press('Enter');
  await moves.letGo();
  await expect.poll(() => storedValues(call, tag)).toEqual(['A', 'E', 'B', 'C', 'D']);
  await expect.poll(() => namesIn(page, tag.label)).toEqual(['A', 'E', 'B', 'C', 'D']);
  await expect(refusal(page)).toHaveCount(0);
});

test('a press becomes a drag after four pixels', nightly, async ({ page, api }) => {
  const tag = await newTag(await api('admin'), ['A', 'B']);
  await page.goto(`/access/groups?tag=${tag.id}`);
  const item = page
    .getByRole('list', { name: `${tag.label}: Access Groups` })
    .getByRole('listitem')
    .first();
  await item.hover();
  const box = await item.boundingBox();
  if (!box) throw new Error('the row is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 3);
  // drawn at least once
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(item).not.toHaveAttribute('data-dragging');
  await page.mouse.move(x, y + 5);
  await expect(item).toHaveAttribute('data-dragging');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(item).not.toHaveAttribute('data-dragging');
});

test('a move is saved without waiting for the list', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const tag = await newTag(call, ['A', 'B', 'C']);
  const { reads } = await openGated(page, tag);
  reads.hold();
  await up(page, 'C').press('Enter');
  await reads.nth(1);
  await up(page, 'C').press('Enter');
  await expect.poll(() => storedValues(call, tag)).toEqual(['C', 'A', 'B']);
  await expect.poll(() => namesIn(page, tag.label)).toEqual(['C', 'A', 'B']);
  await reads.letGo();
});

test('categories moved during a read keep their positions', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const [a, b, c, d] = [await newTag(call), await newTag(call), await newTag(call), await newTag(call)];
  // D would move before a category of another test if one were between them, and that may be deleted by then
  for (const [tag, next] of [[c, d] as const, [b, c] as const, [a, b] as const]) {
    await call(groups.move, { params: { id: tag.id }, body: { before: next.id } });
  }
  const { reads, moves } = await openGated(page, d);
  const own = [a, b, c, d].map(({ label }) => label);
  const shown = async () => {
    const texts = await page
      .getByRole('list', { name: 'Access Group Categories' })
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => item.querySelector('button')?.textContent ?? ''));
    return texts.flatMap((text) => own.find((label) => text.startsWith(label)) ?? []);
  };
  const stored = async () => {
    const { data } = await call(groups.all, { query: { type: '1' } });
    return data.map(({ label }) => label).filter((label) => own.includes(label));
  };
  await expect.poll(shown).toEqual(own);

  const raise = async (wanted: string[]) => {
    await up(page, d.label).press('Enter');
    await expect.poll(shown).toEqual(wanted);
  };
  reads.hold();
  await raise([a.label, b.label, d.label, c.label]);
  await reads.nth(1);
  moves.hold();
  await raise([a.label, d.label, b.label, c.label]);
  // this reply contains only the first move
  await reads.letGo();
  await moves.nth(1);
  expect(await shown()).toEqual([a.label, d.label, b.label, c.label]);
  const wanted = [d.label, a.label, b.label, c.label];
  await raise(wanted);
  await moves.letGo();
  await expect.poll(stored).toEqual(wanted);
  await expect.poll(shown).toEqual(wanted);
  await expect(refusal(page)).toHaveCount(0);
});

test(
  'an unanswered move is not reported as failed, and the same move can be made again later',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/failed: .*tag-definitions/, /ERR_FAILED.*tag-definitions/);
    const call = await api('admin');
    const tag = await newTag(call, ['A', 'B', 'C']);
    await page.goto(`/access/groups?tag=${tag.id}`);
    await expect(page.getByRole('heading', { name: tag.label })).toBeVisible();
    // the server carries it out, and the answer is lost
    await page.route(
      `**/api/v1/tag-definitions/${tag.id}`,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const read = page.waitForResponse((response) => response.request().method() === 'GET' && response.ok());
    await up(page, 'C').press('Enter');
    await read;
    await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible();
    await expect(refusal(page)).toHaveCount(0);
    await expect.poll(() => namesIn(page, tag.label)).toEqual(['A', 'C', 'B']);
    await up(page, 'B').press('Enter');
    await expect.poll(() => storedValues(call, tag)).toEqual(['A', 'B', 'C']);
    await up(page, 'C').press('Enter');
    await expect.poll(() => storedValues(call, tag)).toEqual(['A', 'C', 'B']);
    await expect.poll(() => namesIn(page, tag.label)).toEqual(['A', 'C', 'B']);
  },
);

test('a refused move is reported, and the stored order is restored', nightly, async ({ page, api, problems }) => {
  problems.expect(/412.*tag-definitions/);
  const call = await api('admin');
  const tag = await newTag(call, ['A', 'B', 'C']);
  const { reads, moves } = await openGated(page, tag);

  await up(page, 'C').press('Enter');
  await expect.poll(() => storedValues(call, tag)).toEqual(['A', 'C', 'B']);
  moves.hold();
  await up(page, 'C').press('Enter');
  await moves.nth(1);
  // another profile changes the tag first
  await call(groups.update, { params: { id: tag.id }, body: { values: [...tag.values, 'D'] } });
  reads.hold();
  await moves.letGo();
  await expect(refusal(page)).toContainText(/Alex Morgan changed this at \d\d\/\d\d\/\d{4} \d\d:\d\d\./);
  await reads.letGo();
  await expect.poll(() => namesIn(page, tag.label)).toEqual(['A', 'B', 'C', 'D']);

  // the next move starts from that order
  await up(page, 'D').press('Enter');
  await expect.poll(() => storedValues(call, tag)).toEqual(['A', 'B', 'D', 'C']);
  await expect.poll(() => namesIn(page, tag.label)).toEqual(['A', 'B', 'D', 'C']);
});
