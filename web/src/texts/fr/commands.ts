import type { commands as en } from '#texts/en/commands.ts';
import type { Translation } from '#texts/shape.ts';

export const commands = {
  title: 'Déverrouillage à distance',
  unlock: 'Déverrouiller',
  loading: 'Chargement des commandes…',
  failed: 'Les commandes n’ont pas pu être chargées.',
  cancel: 'Annuler',
  cancelled: 'La commande a été annulée.',
  cancelFailed: 'Non annulée',
  sendFailed: 'Non envoyée',
  description_one: 'Le contrôleur a {{count, number}} seconde pour l’exécuter. Vous confirmez d’abord votre identité.',
  description_many:
    'Le contrôleur a {{count, number}} secondes pour l’exécuter. Vous confirmez d’abord votre identité.',
  description_other:
    'Le contrôleur a {{count, number}} secondes pour l’exécuter. Vous confirmez d’abord votre identité.',
  states: {
    saved: 'En attente du contrôleur',
    handedOut: 'Chez le contrôleur',
    done: 'Déverrouillé',
    refused: 'Refusé par le contrôleur',
    unknown: 'Inconnu',
    cancelled: 'Annulée',
  },
  steps: {
    saved: 'Envoyée par {{name}}',
    handedOut: 'Reçue par le contrôleur',
  },
  reasons: {
    notFetched: 'le contrôleur ne l’a pas reçue à temps : la serrure est restée fermée',
    notConfirmed: 'le contrôleur l’a reçue, mais n’a pas dit ce qui s’est passé',
    byPerson: 'par {{name}}',
    rightWithdrawn: 'l’expéditeur n’a plus le droit de déverrouiller cet appareil',
    organizationSuspended: 'l’organisation a été suspendue',
  },
  obstacles: {
    permission: 'Il vous faut le droit de modifier les appareils.',
    location: 'Cet appareil est hors de vos sites.',
    switchedOff:
      'Le déverrouillage à distance est désactivé pour cette organisation. Un administrateur peut l’activer dans les paramètres.',
    kind: 'Une clé ne peut pas être déverrouillée.',
    noController: 'Cet appareil ne dépend d’aucun contrôleur.',
    groups: 'Il manque à votre profil un groupe d’accès de cet appareil.',
    waiting: 'Une commande est en cours.',
  },
} satisfies Translation<typeof en>;
