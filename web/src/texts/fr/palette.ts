import type { palette as en } from '#texts/en/palette.ts';
import type { Translation } from '#texts/shape.ts';

export const palette = {
  title: 'Recherche et commandes',
  placeholder: 'Trouver un appareil, une personne, une vue ou une action',
  help: 'Flèches pour se déplacer, Entrée pour choisir, Échap pour fermer.',
  groups: {
    recent: 'Récents',
    sections: 'Aller à',
    views: 'Vues',
    actions: 'Actions',
  },
  scheme: { light: 'Passer en mode clair', dark: 'Passer en mode sombre' },
  searching: 'Recherche en cours…',
  count_one: '{{count}} résultat',
  count_many: '{{count}} résultats',
  count_other: '{{count}} résultats',
  nothing: 'Aucun résultat pour « {{query}} ».',
  nothingHint: 'Vérifiez l’orthographe ou saisissez une partie d’un nom ou d’un numéro de série.',
  viewsFailed: 'Les vues n’ont pas pu être chargées. {{reason}}',
} satisfies Translation<typeof en>;
