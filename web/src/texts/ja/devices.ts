import type { devices as en } from '#texts/en/devices.ts';
import { devices as jaJP } from '#texts/ja-JP/devices.ts';
import type { Translation } from '#texts/shape.ts';

export const devices = {
  ...jaJP,
  types: {
    ...jaJP.types,
    padlock_indoor_only: '南京錠（建物の中だけ）',
    padlock_in_outdoor: '南京錠（建物の中と外）',
  },
} satisfies Translation<typeof en>;
