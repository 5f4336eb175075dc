/** One device: its drawer, its form and what its deletion loses. */
export const device = {
  head: {
    reported: 'Reported {{ago}}',
    battery: 'Battery {{percent}}',
    heldBy: 'Held by {{name}} since {{time}}',
    out: 'Checked out since {{time}}',
    unassigned: 'No location',
  },
  state: {
    title: 'Reported state',
    neverHint: 'Values appear here once the device reports through its OKM.',
    alpha: 'Status',
    bravo: 'Technical',
    notReported: 'Not reported',
  },
  name: 'Name',
  serialNumber: 'Serial number',
  serialNumberHelp: '16 characters, 0–9 and A–F, printed on the device. It decides the type.',
  type: 'Type',
  controller: 'Reports through',
  dualAuth: 'Dual authorization',
  dualAuthHelp: 'Two people must authorize before this lock opens.',
  remove: {
    lostDevice: 'The device {{name}} ({{serial}}), its groups and its reported state.',
    lostTokens: 'Its controller tokens: this OKM can no longer report.',
    lostSecureKeys: 'Its OnePASS keys: they stop working.',
    lostReports: 'Devices that report through it stop reporting until another OKM serves them.',
  },
};
