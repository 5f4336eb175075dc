// What controllers should hold follows every write: a trigger that is missing shows here.
import { beforeAll, expect, test } from 'vitest';
import { settle, storedAndJudged } from '#testing/controllers.ts';
import { openPortal } from '#testing/portal.ts';
import { openWalk } from './walk.ts';

const portal = await openPortal();
const { walk } = await openWalk(portal);
const raising = new Set<string>();

beforeAll(async () => {
  // every profile may use OKMs, so that what changes of it shows
  await portal.database.system.query(`
    insert into role_permission (tenant_id, role_id, permission, value)
      select tenant_id, id, 'OKM-USER', 'TRUE' from role on conflict do nothing;
    insert into profile_role (tenant_id, profile_id, role_id)
      select p.tenant_id, p.id, r.id from profile p join role r on r.tenant_id = p.tenant_id and r.built_in = 'okmUser'
      on conflict do nothing;
    create function everybody_uses_okms() returns trigger language plpgsql as $$ begin
      insert into profile_role (tenant_id, profile_id, role_id)
        select new.tenant_id, new.id, id from role where tenant_id = new.tenant_id and built_in = 'okmUser'
        on conflict do nothing;
      return null;
    end $$;
    create constraint trigger everybody_uses_okms after insert on profile deferrable initially deferred
      for each row execute function everybody_uses_okms()`);
});

async function versions(): Promise<number> {
  const controllers = await storedAndJudged(portal);
  for (const { stored, judged, digests } of controllers) {
    expect(stored).toEqual(judged);
    expect(digests[0]).toBe(digests[1]);
  }
  return controllers.reduce((sum, { version }) => sum + version, 0);
}

test.each(walk)(
  'after %s the stored state of controllers is the one judged from scratch',
  async (name, _event, call) => {
    await settle(portal);
    const before = await versions();
    await call();
    await settle(portal);
    if ((await versions()) > before) raising.add(name);
  },
);

test('the walk changes what controllers hold, so it is sensitive', () => {
  expect([...raising]).toEqual(
    expect.arrayContaining([
      'devices.create',
      'devices.remove',
      'profiles.create',
      'profiles.update',
      'profiles.remove',
    ]),
  );
});
