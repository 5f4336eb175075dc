import type { replacing as en } from '#texts/en/replacing.ts';
import type { Translation } from '#texts/shape.ts';

export const replacing = {
  title: 'Remplacer l’appareil',
  question: 'Un nouvel appareil prend la place de {{name}} ({{serial}}). Il doit être du même type : {{type}}.',
  serial: 'Numéro de série du nouvel appareil',
  serialHelp: '16 caractères, 0–9 et A–F, imprimés sur l’appareil.',
  stays: 'Ce qui reste :',
  staysDevice: 'Son nom, son site et ses groupes.',
  staysHistory: 'Son activité et son historique, où le remplacement est signalé.',
  staysReports: 'Les appareils qui communiquent par lui.',
  staysKeys: 'Ses clés OnePASS.',
  ends: 'Ce qui prend fin :',
  endsReports: 'Les rapports de l’ancien numéro de série : ils sont refusés.',
  endsState: 'L’état communiqué, jusqu’au premier rapport du nouvel appareil.',
  endsCustody: 'Le détenteur de la clé : la nouvelle compte comme rendue.',
  endsTokens: 'Ses jetons de contrôleur. Émettez-en un nouveau et saisissez-le sur le nouvel OKM.',
  confirm: 'Remplacer',
  done: 'Appareil remplacé avec succès',
  failure: 'Impossible de remplacer l’appareil',
} satisfies Translation<typeof en>;
