import type { device as en } from '#texts/en/device.ts';
import type { Translation } from '#texts/shape.ts';

export const device = {
  head: {
    reported: 'Dernier rapport {{ago}}',
    battery: 'Batterie {{percent}}',
    heldBy: 'Détenue par {{name}} depuis le {{time}}',
    out: 'Sortie depuis le {{time}}',
    unassigned: 'Aucun site',
  },
  state: {
    title: 'État communiqué',
    neverHint: 'Les valeurs s’affichent ici dès que l’appareil communique via son OKM.',
    alpha: 'État',
    bravo: 'Données techniques',
    notReported: 'Non communiqué',
  },
  name: 'Nom',
  serialNumber: 'Numéro de série',
  serialNumberHelp: '16 caractères, 0–9 et A–F, imprimés sur l’appareil. Ils déterminent le type.',
  type: 'Type',
  controller: 'Communique via',
  dualAuth: 'Double autorisation',
  dualAuthHelp: 'Deux personnes doivent donner leur autorisation avant l’ouverture de cette serrure.',
  remove: {
    lostDevice: 'L’appareil {{name}} ({{serial}}), ses groupes et l’état qu’il a communiqué.',
    lostTokens: 'Ses jetons de contrôleur : cet OKM ne pourra plus communiquer.',
    lostSecureKeys: 'Ses clés OnePASS : elles cessent de fonctionner.',
    lostReports:
      'Les appareils qui communiquent par lui ne le feront plus jusqu’à ce qu’un autre OKM prenne le relais.',
  },
} satisfies Translation<typeof en>;
