import type { entity as en } from '#texts/en/entity.ts';
import type { Translation } from '#texts/shape.ts';

export const entity = {
  menu: 'Autres actions',
  addAnother: 'Enregistrer et en ajouter un autre',
  tabs: { details: 'Détails', history: 'Historique', access: 'Accès' },
  removal: {
    question: 'Supprimer {{name}} ?',
    permanent: 'Cette action est définitive et ne peut pas être annulée.',
    lost: 'Ce qui est perdu :',
    kept: 'Son activité est conservée et continue d’afficher son nom.',
    restorable: {
      device:
        'Pendant 30 jours, un administrateur peut rétablir son nom, son site et ses groupes, jamais ses jetons ni ses clés OnePASS.',
      user: 'Pendant 30 jours, un administrateur peut rétablir le nom et les groupes, jamais le code PIN ni la connexion.',
    },
  },
  history: {
    which: 'Événements affichés',
    of: { agent_id: 'Actions de la personne', entity_id: 'Changements du profil' },
    none: 'Rien n’a été enregistré.',
    change: '{{before}} → {{after}}',
    all: 'Tout afficher dans Activité',
    failed: 'L’historique n’a pas pu être chargé.',
  },
} satisfies Translation<typeof en>;
