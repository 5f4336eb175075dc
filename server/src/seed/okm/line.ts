// A controller's line to the gateway, which is built only on its token and docs/gateway.md.
import { controllerCommands } from '@keyward/contract/commands';
import { gateway, pollSeconds, type Report } from '@keyward/contract/gateway';
import { type OfflineUse, type RedeemRequest, redeems, type WrongEntry } from '@keyward/contract/redeem';
import type { Answer, Send } from '#seed/http.ts';
import type { Position } from './holdings.ts';

/** An answer other than the expected one. Status 503 and lost connections are worth a retry. */
export class GatewayError extends Error {
  readonly status: number;
  constructor({ status, body }: Answer) {
    super(`the gateway answered ${status} ${body.slice(0, 200)}`);
    this.status = status;
  }
}

type Sent = { method: string; path: string; query?: Position | undefined; body?: unknown; tag?: string };
type CommandAnswer = { state: 'done' } | { state: 'refused'; reason: string };

export function openLine(send: Send, poll: Send, { host, token }: { host: string; token: string }) {
  async function ask({ method, path, query, body, tag }: Sent, by = send): Promise<Answer> {
    const search = query ? `?epoch=${query.epoch}&version=${query.version}` : '';
    const headers = {
      authorization: `Bearer ${token}`,
      'sec-fetch-site': 'same-origin',
      ...(tag ? { 'if-none-match': tag } : {}),
    };
    const silenceMs = by === poll ? (pollSeconds + 15) * 1000 : 15_000;
    const answer = await by({ method, path: path + search, host, headers, body, silenceMs });
    if (answer.status >= 400) throw new GatewayError(answer);
    return answer;
  }
  const json = async (sent: Sent): Promise<unknown> => JSON.parse((await ask(sent)).body);
  const { access, confirm, changes, reports } = gateway;
  return {
    /** The changes since `since`, or everything. */
    access: async (since?: Position) =>
      access.reply.parse(await json({ method: access.method, path: access.path, query: since })).data,
    /** Renews the end of the holdings; returns it in ms, or undefined if they have changed. */
    renew: async ({ epoch, version }: Position): Promise<number | undefined> => {
      const tag = `"${epoch}-${version}"`;
      const { status, headers } = await ask({ method: access.method, path: access.path, tag });
      return status === 304 ? Date.parse(String(headers['keyward-usable-until'])) : undefined;
    },
    confirm: async (body: Position & { digest: string; refused?: string }) =>
      confirm.reply.parse(await json({ method: confirm.method, path: confirm.path, body })).data,
    /** Undefined if nothing happened while it waited. */
    changes: async (held: Position) => {
      const answer = await ask({ method: changes.method, path: changes.path, query: held }, poll);
      return answer.status === 204 ? undefined : changes.reply.parse(JSON.parse(answer.body)).data;
    },
    commands: async () => {
      const { method, path, reply } = controllerCommands.list;
      return reply.parse(await json({ method, path })).data;
    },
    answer: async (id: string, body: CommandAnswer & { time: string }) => {
      const { method, path } = controllerCommands.answer;
      await ask({ method, path: path.replace(':id', id), body });
    },
    redeem: async (body: RedeemRequest) => {
      const { method, path, reply } = redeems.redeem;
      return reply.parse(await json({ method, path, body }));
    },
    giveBack: async (number: string, cause: string) => {
      const { method, path, reply } = redeems.giveBack;
      return reply.parse(await json({ method, path: path.replace(':number', number), body: { cause } }));
    },
    uses: async (uses: readonly OfflineUse[]) => {
      const { method, path, reply } = redeems.uses;
      return reply.parse(await json({ method, path, body: { uses } })).data;
    },
    tries: async (tries: readonly WrongEntry[]) => {
      const { method, path, reply } = redeems.tries;
      return reply.parse(await json({ method, path, body: { tries } })).data;
    },
    report: async (sent: readonly Report[]) =>
      reports.reply.parse(await json({ method: reports.method, path: reports.path, body: { reports: sent } })),
  };
}
export type Line = ReturnType<typeof openLine>;
