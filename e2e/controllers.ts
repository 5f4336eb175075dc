// A controller, played by a test through the gateway.
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { type Call, send, type Tenant } from './calls.ts';

/** Issues a token for the OKM. `fetch` takes everything that it should hold, and `confirm` says that this works. */
export async function playController(call: Call, tenant: Tenant, okm: { id: string }) {
  const { data: token } = await call(devices.issueToken, { params: { id: okm.id } });
  const headers = { authorization: `Bearer ${token.token}` };
  let held = { epoch: 0, version: 0, digest: '' };
  async function fetch() {
    const { text } = await send(tenant, gateway.access.method, gateway.access.path, { headers });
    const { data } = gateway.access.reply.parse(JSON.parse(text));
    held = { epoch: data.epoch, version: data.version, digest: data.digest };
    return data;
  }
  const confirm = () => send(tenant, gateway.confirm.method, gateway.confirm.path, { headers, body: held });
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
