import type { tokens as en } from '#texts/en/tokens.ts';
import type { Translation } from '#texts/shape.ts';

export const tokens = {
  title: 'Jetons de contrôleur',
  description: 'Un jeton permet à cet OKM de communiquer avec Keyward. Son secret ne s’affiche qu’une fois.',
  issue: 'Émettre un jeton',
  empty: 'Aucun jeton. Cet OKM ne peut pas communiquer tant qu’il n’en a pas.',
  loading: 'Chargement des jetons…',
  failed: 'Les jetons n’ont pas pu être chargés.',
  created: 'Émis le {{time}} par {{name}}',
  lastUsed: 'Dernière utilisation : {{time}}',
  neverUsed: 'Jamais utilisé',
  revoke: 'Révoquer',
  revokeLabel: 'Révoquer le jeton {{prefix}}',
  revokeConfirm: 'Révoquer ce jeton ? L’OKM ne pourra plus l’utiliser pour communiquer.',
  revokeYes: 'Révoquer le jeton',
  keep: 'Conserver',
  issued: 'Nouveau jeton émis. Copiez-le maintenant : il ne s’affichera plus.',
  unseen: 'Le jeton {{prefix}}… a été émis, mais pas affiché. Révoquez-le et émettez-en un autre.',
  secret: 'Secret du jeton',
  copy: 'Copier',
  copied: 'Copié',
  done: 'Terminé',
  revoked: 'Jeton révoqué',
  issueFailed: 'Le jeton n’a pas pu être émis',
  revokeFailed: 'Le jeton n’a pas pu être révoqué',
} satisfies Translation<typeof en>;
