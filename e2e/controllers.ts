// A controller, played by a test through the gateway.
import { controllerCommands } from '@keyward/contract/commands';
import { type Device, devices } from '@keyward/contract/devices';
import type { In } from '@keyward/contract/endpoint';
import { gateway } from '@keyward/contract/gateway';
import { expect } from '@playwright/test';
import { type Call, send, type Tenant } from './calls.ts';
import { newDevice } from './things.ts';
import { issueToken } from './tokens.ts';

/**
 * Issues a token for the OKM. `fetch` reads the whole access of the OKM, and `confirm` confirms it, with other values where
 * given.
 */
export async function playController(call: Call, tenant: Tenant, okm: { id: string }) {
  const token = await issueToken(call, okm.id);
  const headers = { authorization: `Bearer ${token.token}` };
  let held = { epoch: 0, version: 0, digest: '' };
  async function fetch() {
    const { text } = await send(tenant, gateway.access.method, gateway.access.path, { headers });
    const { data } = gateway.access.reply.parse(JSON.parse(text));
    held = { epoch: data.epoch, version: data.version, digest: data.digest };
    return data;
  }
  const confirm = (but: Partial<In<typeof gateway.confirm>['body']> = {}) =>
    send(tenant, gateway.confirm.method, gateway.confirm.path, { headers, body: { ...held, ...but } });
  return {
    token,
    fetch,
    confirm,
    sync: async () => {
      await fetch();
      await confirm();
    },
  };
}

/** Issues a token for an OKM of the demo, which fetches its commands and answers them. */
export async function playCommands(call: Call, okm: { id: string }) {
  const token = await issueToken(call, okm.id);
  const headers = { authorization: `Bearer ${token.token}` };
  const { list, answer } = controllerCommands;
  return {
    fetch: async () =>
      list.reply.parse(JSON.parse((await send('demo', list.method, list.path, { headers })).text)).data,
    answer: (id: string, body: In<typeof answer>['body']) =>
      send('demo', answer.method, answer.path.replace(':id', id), { headers, body }),
  };
}

/** Sends reports through an OKM with a token for these only, since an OKM can hold few at a time. */
export async function reportThrough(call: Call, okm: string, reports: readonly object[]): Promise<void> {
  const token = await issueToken(call, okm);
  const headers = { authorization: `Bearer ${token.token}` };
  const { text } = await send('demo', gateway.reports.method, gateway.reports.path, { headers, body: { reports } });
  const answer: unknown = JSON.parse(text);
  await call(devices.revokeToken, { params: { id: okm, tokenId: token.id } });
  expect(answer).toMatchObject({ duplicates: 0, rejected: [] });
}

/** New keys of one OKM, and a function that reports them as taken or returned, so many minutes ago. */
export async function reportedKeys(call: Call, count: number) {
  const keys: Device[] = [];
  while (keys.length < count) keys.push(await newDevice(call, { type: 'OneKey' }));
  const report = (type: 'KEY_CHECKOUT' | 'KEY_CHECKIN', agent: string, minutes = 0) => {
    const time = new Date(Date.now() - minutes * 60_000).toISOString();
    const reports = keys.map(({ serial_number: serial }) => ({
      serial,
      events: [{ id: `${serial}-${time}`, type, time, agent }],
    }));
    return reportThrough(call, keys[0]?.controller?.id ?? '', reports);
  };
  return { keys, report };
}
