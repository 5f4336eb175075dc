import type { profiles as en } from '#texts/en/profiles.ts';
import type { Translation } from '#texts/shape.ts';

export const profiles = {
  add: 'Ajouter un profil',
  profile: 'Profil',
  inactive: 'Inactif',
  active: 'Actif',
  activeHelp: 'Désactivée, cette personne ne peut plus se connecter et est déconnectée partout.',
  name: 'Nom',
  profileId: 'Identifiant de profil',
  email: 'E-mail',
  roles: 'Rôles',
  selectRoles: 'Sélectionner des rôles',
  sendReset: 'Envoyer les instructions de réinitialisation',
  sendFirst: 'Envoyer un lien pour choisir le premier mot de passe',
  sendNeedsEmail: 'Nécessite une adresse e-mail valide.',
  password: 'Mot de passe temporaire',
  passwordHelp: 'À remplacer lors de la première connexion.',
  generate: 'Générer',
  loginType: 'Type de connexion',
  loginTypes: { password: 'Mot de passe', singleSignOn: 'Authentification unique' },
  enrolled: 'Date d’inscription',
  lastActivity: 'Dernière activité',
  neverUsed: 'Jamais utilisé',
  readOnly:
    'Vous pouvez uniquement consulter ce profil. Pour le modifier, il vous faut l’autorisation {{permission}} ({{level}}).',
  loadFailed: 'Le profil n’a pas pu être chargé.',
  gone: {
    title: 'Ce profil n’existe plus',
    text: 'Il a été supprimé ou déplacé vers un site qui ne vous est pas attribué.',
    close: 'Retour aux profils',
  },
  remove: {
    title: 'Supprimer le profil',
    question: 'Supprimer {{name}} ?',
    permanent: 'Cette action est définitive et ne peut pas être annulée.',
    lost: 'Ce qui est perdu :',
    lostProfile: 'Le profil {{name}} ({{username}}) avec ses rôles, ses groupes et son code PIN.',
    lostSessions: 'Ses sessions : la personne est immédiatement déconnectée partout.',
    kept: 'Son activité est conservée et affiche toujours son nom.',
  },
  success: {
    added: 'Profil ajouté',
    updated: 'Profil mis à jour',
    deleted: 'Le profil a été supprimé',
  },
  failure: {
    save: 'Échec de l’ajout ou de la mise à jour du profil',
    delete: 'Échec de la suppression du profil',
  },
} satisfies Translation<typeof en>;
