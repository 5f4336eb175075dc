import { errorReply } from '@keyward/contract/errors';
import { expect } from 'vitest';
import type { Answer, Caller, Portal } from '#testing/portal.ts';
import { tenantTables } from '#testing/state.ts';

/** Strings that no response may contain: stacks, paths, SQL, messages of the database, names of tables and constraints. */
const inside =
  /\bat \S+ \(|node_modules|node:internal|\.ts:\d|\/(?:work|home|usr|tmp)\/|syntax error|\bSQLSTATE\b|\bselect .* from\b|violates|relation "|_pkey|_fk\b|_unique\b|FST_ERR|ZodError|invalid byte sequence|keyward_app|\bpg_/i;

export type Sent = { method: string; url: string; body?: unknown; headers?: Record<string, string> };
const shown = (sent: Sent) => JSON.stringify(sent).slice(0, 600);

/** The specification's own one-word texts (part 1, section 8). */
const short = new Set(['Forbidden', 'Unauthorized']);

/** Why a response is not allowed for any request; undefined if it is. */
export function violationOf(sent: Sent, answer: Answer, ms: number): string | undefined {
  const { status, headers } = answer;
  // an unconfigured feature has a code of its own; any other 5xx is a failure
  if (status >= 500 && !/"code":"sso\w+"/.test(answer.text)) return `${status} ${answer.text.slice(0, 200)}`;
  if (ms > 2000) return `${Math.round(ms)} ms`;
  const api = /^\/(api|gateway)\//.test(sent.url);
  if (api && headers['cache-control'] !== 'no-store') return `cache-control: ${String(headers['cache-control'])}`;
  if (!headers['content-security-policy']) return 'no content-security-policy';
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  if (status < 400 || sent.method === 'HEAD') return undefined;
  if (!String(headers['content-type']).startsWith('application/json'))
    return `${String(headers['content-type'])} answer`;
  const parsed = errorReply.safeParse(answer.body);
  if (!parsed.success) return `not the error shape: ${answer.text.slice(0, 200)}`;
  // a text key, or a library's message
  const untold = parsed.data.errors.find(({ detail }) => !/^\S.* .*\S$/s.test(detail) && !short.has(detail));
  if (untold) return `no sentence: ${untold.detail}`;
  const foreign = parsed.data.errors.find(({ detail }) => /^(Invalid input|Too (big|small)|Unrecognized)/.test(detail));
  if (foreign) return `words of a library: ${foreign.detail}`;
  // input may be returned as a parameter, truncated; the rest is the server's
  const own = JSON.stringify(parsed.data.errors.map(({ detail: _detail, params: _params, constraint: _c, ...e }) => e));
  if (answer.text.length > 1500) return `an answer of ${answer.text.length} characters`;
  const leak = inside.exec(own) ?? (inside.test(JSON.stringify(sent)) ? null : inside.exec(answer.text));
  return leak ? `says ${leak[0]}: ${answer.text.slice(0, 300)}` : undefined;
}

/** Written for refused calls too: last use, and sign-in attempts. */
const noted = ['session', 'sign_in_attempt', 'controller_token'];

/** A fingerprint of all stored data: row count and newest transaction of each table. */
async function marker({ database }: Portal): Promise<() => Promise<string>> {
  const tables = (await tenantTables(database)).filter((table) => !noted.includes(table));
  const one = (table: string) =>
    table === 'profile'
      ? // last activity is written after half a minute, for refused calls too
        `(select md5(string_agg((to_jsonb(p) - '{last_active_at,portal_active_at}'::text[])::text, '' order by p.tenant_id, p.id)) from profile p)`
      : `(select count(*) || ':' || coalesce(max(xmin::text::bigint), 0) from ${table})`;
  const text = `select concat_ws(' ', ${tables.map(one).join(', ')}) as mark`;
  return async () => (await database.system.query<{ mark: string }>({ name: 'mark', text })).rows[0]?.mark ?? '';
}

export type Tally = { sent: number; byStatus: Record<number, number> };

/** Number of refused writes checked together. */
const batchSize = 20;

/**
 * Sends all requests in sequence, and fails with every violation. Refused writes must change nothing;
 * `leavesTrace`: except for the recorded refusal.
 */
export async function sendAll(
  portal: Portal,
  who: Caller,
  requests: Iterable<Sent>,
  options: { leavesTrace?: boolean } = {},
): Promise<Tally> {
  const mark = await marker(portal);
  const violations: string[] = [];
  const tally: Tally = { sent: 0, byStatus: {} };
  let before: string | undefined;
  let unchecked: Sent[] = [];
  const checkUnchanged = async () => {
    if (unchecked.length && (await mark()) !== before)
      violations.push(`something changed ← ${unchecked.map(shown).join('\n')}`);
    unchecked = [];
  };
  for (const sent of requests) {
    const writes = sent.method !== 'GET' && !options.leavesTrace;
    if (writes) before ??= await mark();
    const send = async () => {
      const began = performance.now();
      const answer = await who.raw(sent.method, sent.url, sent.body, sent.headers);
      return { answer, ms: performance.now() - began };
    };
    const { answer, ms } = await send();
    tally.sent++;
    tally.byStatus[answer.status] = (tally.byStatus[answer.status] ?? 0) + 1;
    // a busy machine is slow once; expensive work is slow every time
    const violation = violationOf(sent, answer, ms > 2000 && answer.status >= 400 ? (await send()).ms : 0);
    if (violation) violations.push(`${violation} ← ${shown(sent)}`);
    if (!writes) continue;
    if (answer.status < 400) {
      before = undefined;
      unchecked = [];
    } else if (unchecked.push(sent) >= batchSize) await checkUnchanged();
  }
  await checkUnchanged();
  expect(violations.slice(0, 20), `${violations.length} of ${tally.sent}`).toEqual([]);
  return tally;
}
