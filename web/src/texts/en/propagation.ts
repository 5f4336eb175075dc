/** At which OKMs a change works. */
export const propagation = {
  title: 'At the OKMs',
  worksAt_one: 'Works at {{works, number}} of {{count, number}} OKM',
  worksAt_other: 'Works at {{works, number}} of {{count, number}} OKMs',
  each: 'Each OKM',
  none: 'At no OKM. Changes apply here alone.',
  pending: 'A change was just saved. The OKMs it concerns are being found.',
  failed: 'What the OKMs have could not be checked.',
  changed: 'Changed {{ago}}',
  removed: 'Access was removed {{ago}}',
  still: 'Until {{time}} at the latest, this OKM may go by what it had before.',
  okmTitle: 'Access at this OKM',
  throughTitle: 'Access through {{name}}',
  late: 'Late',
  since: 'since {{time}}',
  held: {
    offer_one:
      'This OKM was handed the PIN of {{count, number}} person. Reset it if the OKM may be in the wrong hands.',
    offer_other:
      'This OKM was handed the PINs of {{count, number}} people. Reset them if the OKM may be in the wrong hands.',
    reset_one: 'Reset {{count, number}} PIN',
    reset_other: 'Reset {{count, number}} PINs',
    others_one: '{{count, number}} PIN can be reset only by a profile with more rights.',
    others_other: '{{count, number}} PINs can be reset only by a profile with more rights.',
    done_one: '{{count, number}} PIN reset',
    done_other: '{{count, number}} PINs reset',
    failed: 'The PINs were not reset',
  },
  stage: {
    saved: 'Saved',
    delivered: 'Delivered',
    works: 'Works',
  },
  condition: {
    inSync: 'In sync',
    behind_one: 'Behind by {{count, number}} change',
    behind_other: 'Behind by {{count, number}} changes',
    refused: 'Refused: {{reason}}',
    drift: 'Holds something else, and is sent everything again',
    unheard: 'Not heard from since {{time}}',
    never: 'Has not fetched its access yet',
  },
};
