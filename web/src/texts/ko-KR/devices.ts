import type { devices as en } from '#texts/en/devices.ts';
import type { Translation } from '#texts/shape.ts';

export const devices = {
  title: '장치',
  add: '장치 추가',
  types: {
    ir_padlock_2_0: 'IR 자물쇠 2.0',
    padlock_indoor_only: '자물쇠(실내 전용)',
    padlock_in_outdoor: '자물쇠(실내외 겸용)',
    rac_lock: 'RAC 잠금장치',
    cabinet_lock: '캐비닛 잠금장치',
    smart_pod: '스마트 POD',
    onekey: 'OneKey',
    okm_40: 'OKM 40',
  },
} satisfies Translation<typeof en>;
