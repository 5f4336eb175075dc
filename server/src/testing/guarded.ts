// A call whose act must be confirmed, on a test portal that has not served a request yet.
import { endpoint } from '@keyward/contract/endpoint';
import { can } from '@keyward/contract/permissions';
import { z } from 'zod';
import { route, routeInSteps } from '#core/http/route.ts';
import { tenants } from './people.ts';
import type { Caller, Portal } from './portal.ts';

const guarded = {
  method: 'POST',
  summary: 'A sensitive act.',
  needs: can.readUsers,
  confirm: 'exportPins',
  repeatable: true,
  body: z.object({ reason: z.literal('tested') }),
  reply: z.object({ data: z.literal('done') }),
} as const;
const atOnce = endpoint({ ...guarded, path: '/api/v1/guarded' });
const inSteps = endpoint({ ...guarded, path: '/api/v1/guarded-in-steps' });

export function openGuarded(portal: Portal) {
  route(portal.app, atOnce, async () => ({ data: 'done' as const }));
  routeInSteps(portal.app, inSteps, async ({ step }) => step(async () => ({ data: 'done' as const })));
  const body = { reason: 'tested' } as const;
  /** 'done', or the code of the refusal; the same from both kinds of route. */
  async function act(who: Caller): Promise<string> {
    const answers = await Promise.all([atOnce, inSteps].map((spec) => who.request(spec, { body })));
    const [one, other] = answers.map(({ status, text }) => (status === 200 ? 'done' : codeIn(text)));
    return one === other ? String(one) : `${one} and ${other}`;
  }
  const change = (text: string) => portal.database.system.query(text, [tenants.demo]);
  return {
    act,
    spec: atOnce,
    /** Lets time pass for all confirmations so far. */
    later: (minutes: number) =>
      change(`update confirmation set expires_at = expires_at - interval '${minutes} minutes' where tenant_id = $1`),
    forget: () => change('delete from confirmation where tenant_id = $1'),
  };
}

const codeIn = (text: string) => /"code":"(\w+)"/.exec(text)?.[1];
