import type { confirming as en } from '#texts/en/confirming.ts';
import type { Translation } from '#texts/shape.ts';

export const confirming = {
  title: 'Confirmez votre identité',
  acts: {
    exportPins: 'Les codes PIN ouvrent des portes. Avant de les exporter, confirmez que c’est toujours vous.',
    unlockDevice: 'Une serrure s’ouvre aussitôt, où que vous soyez. Avant cela, confirmez que c’est toujours vous.',
    issueToken:
      'Un jeton donne accès aux noms et aux codes PIN de tous ceux qui peuvent utiliser cet OKM. Avant de l’émettre, confirmez que c’est toujours vous.',
  },
  password: 'Votre mot de passe',
  action: 'Confirmer',
  usePasskey: 'Utiliser la clé d’accès',
  passkeyFailed: 'La clé d’accès n’a pas été confirmée. Réessayez.',
  none: 'Vous ne pouvez pas confirmer ici, car vous n’avez pas de mot de passe. Demandez à un administrateur de vous envoyer un lien pour en définir un.',
  provider: {
    text: 'Connectez-vous à nouveau auprès de votre organisation. Une nouvelle fenêtre s’ouvre et cette page reste telle quelle.',
    opened: 'Poursuivez dans la nouvelle fenêtre. Cette page continuera d’elle-même.',
    blocked:
      'Le navigateur a bloqué la nouvelle fenêtre. Autorisez les fenêtres pop-up pour cette page, puis réessayez.',
    action: 'Se reconnecter',
  },
  returned: {
    title: 'Identité confirmée',
    failed: 'Identité non confirmée',
    text: 'Vous pouvez fermer cette fenêtre.',
  },
} satisfies Translation<typeof en>;
