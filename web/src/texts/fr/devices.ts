import type { devices as en } from '#texts/en/devices.ts';
import type { Translation } from '#texts/shape.ts';

export const devices = {
  title: 'Appareils',
  add: 'Ajouter un appareil',
  types: {
    ir_padlock_2_0: 'Cadenas IR 2.0',
    padlock_indoor_only: 'Cadenas (intérieur)',
    padlock_in_outdoor: 'Cadenas (intérieur/extérieur)',
    rac_lock: 'Serrure RAC',
    cabinet_lock: 'Serrure d’armoire',
    smart_pod: 'POD intelligent',
    onekey: 'OneKey',
    okm_40: 'OKM 40',
  },
} satisfies Translation<typeof en>;
