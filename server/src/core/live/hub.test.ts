// Limits on the open streams of the process and of a tenant.
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { Stream } from '#core/http/route-stream.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { createHub } from './hub.ts';

const portal = await openPortal();

test('a tenant has at most half of the streams; a stream beyond that is ended, and retries later', async () => {
  const hub = createHub(portal.database.app, portal.app.log, 4);
  onTestFinished(() => hub.close());
  let sessions = 0;
  const open = (tenant: keyof typeof tenants) => {
    const raw = new PassThrough();
    const actor = { sessionId: `session ${sessions++}`, authority: {}, allData: true, locations: [] };
    // the parts of a response and of an actor that the hub uses
    hub.open(
      { raw, tenantId: tenants[tenant], tokenHash: Buffer.from(actor.sessionId), actor } as unknown as Stream,
      false,
    );
    const sent = String(raw.read());
    return { raw, retry: /retry: (\d+)/.exec(sent)?.[1] };
  };
  const isOpen = ({ raw }: ReturnType<typeof open>) => !raw.writableEnded;
  const ofDemo = [open('demo'), open('demo')];
  const refused = open('demo');
  expect([...ofDemo, refused].map(isOpen)).toEqual([true, true, false]);
  expect(refused.retry).toBe('30000');
  const ofHarbor = [open('harbor'), open('harbor'), open('harbor')];
  expect(ofHarbor.map(isOpen)).toEqual([true, true, false]);
  // a stream that ends makes room for another
  ofDemo[0]?.raw.destroy();
  await expect.poll(() => isOpen(open('demo'))).toBe(true);
});
