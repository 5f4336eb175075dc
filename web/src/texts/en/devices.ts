export const devices = {
  title: 'Devices',
  add: 'Add device',
  types: {
    ir_padlock_2_0: 'IR padlock 2.0',
    padlock_indoor_only: 'Padlock (indoor only)',
    padlock_in_outdoor: 'Padlock (in/outdoor)',
    rac_lock: 'RAC lock',
    cabinet_lock: 'Cabinet lock',
    smart_pod: 'Smart POD',
    onekey: 'OneKey',
    okm_40: 'OKM 40',
  },
};
