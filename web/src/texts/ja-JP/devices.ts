import type { devices as en } from '#texts/en/devices.ts';

export const devices: typeof en = {
  title: 'デバイス',
  add: 'デバイスを追加',
  types: {
    ir_padlock_2_0: 'IR 南京錠 2.0',
    padlock_indoor_only: '南京錠（屋内専用）',
    padlock_in_outdoor: '南京錠（屋内・屋外）',
    rac_lock: 'RAC ロック',
    cabinet_lock: 'キャビネットロック',
    smart_pod: 'スマート POD',
    onekey: 'OneKey',
    okm_40: 'OKM 40',
  },
};
