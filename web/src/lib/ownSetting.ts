import { settings } from '@keyward/contract/account-calls';
import type { SettingName } from '@keyward/contract/settings';
import { readNow, write } from './api.ts';

/** Stores a setting of the signed-in profile, unless it has this value. `about`: its client_data. Throws ApiError. */
export async function putOwnSetting(name: SettingName, value: unknown, about: string | null = null): Promise<void> {
  const { data } = await readNow(settings.mine);
  const own = data.find((setting) => setting.name === name && setting.client_data === about);
  if (own && JSON.stringify(own.value) === JSON.stringify(value)) return;
  if (own?.id) await write(settings.update, { params: { id: own.id }, body: { value } });
  else await write(settings.create, { body: { name, category: 'UI', client_data: about, value } });
}
