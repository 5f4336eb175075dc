import type { actions as en } from '#texts/en/actions.ts';
import type { Translation } from '#texts/shape.ts';

export const actions = {
  bulk: 'Actions sur les lignes sélectionnées',
  elsewhere_one: '{{count, number}} d’entre elles n’est pas parmi les lignes affichées',
  elsewhere_many: '{{count, number}} d’entre elles ne sont pas parmi les lignes affichées',
  elsewhere_other: '{{count, number}} d’entre elles ne sont pas parmi les lignes affichées',
  chooseLoaded: 'Sélectionner les {{count, number}} lignes chargées',
  chooseAll: 'Sélectionner les {{count, number}} lignes correspondantes',
  clear: 'Effacer la sélection',
  oneByOne: 'Pour cette action, sélectionnez les lignes une à une.',
  noneFits: 'Aucune des lignes sélectionnées n’est dans un état qui le permet.',
  partly: '{{action}} ({{fit, number}} sur {{total, number}})',
  moreRows: 'et {{count, number}} de plus',
  otherRow: 'Rien n’a été modifié, car une autre des lignes sélectionnées n’a pas pu l’être.',
  rowRefused: '{{row}} : {{reason}} Rien n’a été modifié.',
  inProgress: '{{action}}…',
  completed: '{{action}} : action effectuée',
  failed: '{{action}} : échec. Veuillez réessayer.',
  delete: 'Supprimer',
  deleting: 'Suppression…',
  showActivity: 'Afficher l’activité',
  showDevice: 'Afficher l’appareil',
  showProfile: 'Afficher le profil',
  devicesDeleted_one: 'L’appareil a été supprimé',
  devicesDeleted_many: '{{count, number}} appareils ont été supprimés',
  devicesDeleted_other: '{{count, number}} appareils ont été supprimés',
  devicesNotDeleted_one: 'L’appareil n’a pas pu être supprimé',
  devicesNotDeleted_many: '{{count, number}} appareils n’ont pas pu être supprimés',
  devicesNotDeleted_other: '{{count, number}} appareils n’ont pas pu être supprimés',
  profilesDeleted_one: 'Le profil a été supprimé',
  profilesDeleted_many: '{{count, number}} profils ont été supprimés',
  profilesDeleted_other: '{{count, number}} profils ont été supprimés',
  profilesNotDeleted_one: 'Le profil n’a pas pu être supprimé',
  profilesNotDeleted_many: '{{count, number}} profils n’ont pas pu être supprimés',
  profilesNotDeleted_other: '{{count, number}} profils n’ont pas pu être supprimés',
  confirm: {
    deleteDevices: {
      title_one: 'Supprimer l’appareil',
      title_many: 'Supprimer {{count, number}} appareils',
      title_other: 'Supprimer {{count, number}} appareils',
      text_one:
        'Cet appareil sera perdu définitivement, avec ses groupes, l’état qu’il a communiqué et, si c’est un OKM, ses jetons :',
      text_many:
        'Ces {{count, number}} appareils seront perdus définitivement, avec leurs groupes, l’état qu’ils ont communiqué et les jetons des OKM :',
      text_other:
        'Ces {{count, number}} appareils seront perdus définitivement, avec leurs groupes, l’état qu’ils ont communiqué et les jetons des OKM :',
      lost: {
        controllerTokens_one: '{{count, number}} jeton de contrôleur cessera aussitôt de fonctionner.',
        controllerTokens_many: '{{count, number}} jetons de contrôleur cesseront aussitôt de fonctionner.',
        controllerTokens_other: '{{count, number}} jetons de contrôleur cesseront aussitôt de fonctionner.',
        keysOut_one: '{{count, number}} clé est retirée : on ne saura plus qui la détient.',
        keysOut_many: '{{count, number}} clés sont retirées : on ne saura plus qui les détient.',
        keysOut_other: '{{count, number}} clés sont retirées : on ne saura plus qui les détient.',
      },
      kept: 'L’activité est conservée et continue d’afficher les noms.',
    },
    deleteProfiles: {
      title_one: 'Supprimer le profil',
      title_many: 'Supprimer {{count, number}} profils',
      title_other: 'Supprimer {{count, number}} profils',
      text_one: 'Ce profil sera perdu définitivement, avec ses rôles, ses groupes et sa connexion :',
      text_many:
        'Ces {{count, number}} profils seront perdus définitivement, avec leurs rôles, leurs groupes et leur connexion :',
      text_other:
        'Ces {{count, number}} profils seront perdus définitivement, avec leurs rôles, leurs groupes et leur connexion :',
      kept: 'L’activité est conservée et continue d’afficher les noms.',
    },
  },
} satisfies Translation<typeof en>;
