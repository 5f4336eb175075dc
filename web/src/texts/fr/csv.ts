import type { csv as en } from '#texts/en/csv.ts';
import type { Translation } from '#texts/shape.ts';

export const csv = {
  preparing: 'Préparation du CSV {{resource}}…',
  rows: '{{rows, number}} lignes sur {{total, number}} · {{percent}}',
  done: 'Retrouvez le CSV dans l’historique des téléchargements ou dans vos fichiers.',
  cancelled: 'Le téléchargement a été annulé.',
  tooMany: 'Il y a trop d’enregistrements à télécharger. Modifiez la période ou les filtres, puis réessayez.',
  failed: 'Échec du téléchargement du CSV {{fileName}}.',
} satisfies Translation<typeof en>;
