import type { account as en } from '#texts/en/account.ts';
import type { Translation } from '#texts/shape.ts';

export const account = {
  forgotTitle: 'Réinitialiser votre mot de passe',
  forgotText:
    'Saisissez votre identifiant de profil. Nous vous enverrons un e-mail avec un lien pour choisir un nouveau mot de passe.',
  forgotSubmit: 'Envoyer l’e-mail',
  forgotWait_one: 'Vous pourrez refaire une demande dans {{count}} seconde.',
  forgotWait_many: 'Vous pourrez refaire une demande dans {{count}} secondes.',
  forgotWait_other: 'Vous pourrez refaire une demande dans {{count}} secondes.',
  backToSignIn: 'Retour à la connexion',
  sentTitle: 'Consultez votre messagerie',
  sentInstructions: 'Ouvrez le lien reçu par e-mail dans les 60 minutes et choisissez un nouveau mot de passe.',
  emailSent: 'Si {{username}} est un profil associé à une adresse e-mail, un e-mail est en route.',
  emailNotReceived:
    'Toujours rien après quelques minutes ? Regardez dans vos courriers indésirables, vérifiez l’identifiant de profil ou adressez-vous à votre administrateur.',
  emailSendError: 'L’e-mail n’a pas pu être envoyé. Réessayez plus tard.',
  checkingLink: 'Vérification du lien…',
  requestNotValidTitle: 'Ce lien ne fonctionne pas',
  requestNotValid:
    'Cette demande n’est pas valable. Un lien ne sert qu’une fois et pour une durée limitée : demandez-en un nouveau.',
  setTitle: 'Choisir un nouveau mot de passe',
  setFor: 'Nouveau mot de passe pour',
  newPassword: 'Nouveau mot de passe',
  confirmPassword: 'Confirmer le mot de passe',
  checklist: 'Le mot de passe comporte',
  checks: {
    length: 'Au moins 8 caractères',
    cases: 'Des majuscules et des minuscules',
    digit: 'Un chiffre',
    symbol: 'Un caractère spécial',
    match: 'Une confirmation identique',
  },
  checkDone: 'rempli',
  checkOpen: 'à remplir',
  failedToSetPassword: 'Le mot de passe n’a pas pu être défini. Réessayez plus tard.',
  updatedTitle: 'Mot de passe modifié',
  passwordUpdated: 'Votre mot de passe a été modifié. Utilisez-le dès votre prochaine connexion.',
  getApps: 'Installez l’application sur votre téléphone',
  store: { ios: 'App Store', android: 'Google Play' },
  app: { mkey: 'mKey', onekey: 'OneKey', onepass: 'OnePASS' },
  signingIn: 'Connexion en cours…',
  ssoLoginFailed: 'L’authentification unique a échoué. Réessayez ou adressez-vous à votre administrateur.',
  ssoAuthenticationFailed:
    'L’authentification unique n’a pas pu confirmer votre identité. Réessayez ou adressez-vous à votre administrateur.',
  redirectTitle: 'Ouverture de {{app}}',
  redirecting:
    'Vous allez être redirigé vers l’application. Si elle n’est pas installée, sa page de téléchargement s’ouvrira.',
  openStore: 'Ouvrir {{store}}',
  invalidAppTitle: 'Application inconnue',
  secondFactor: {
    title: 'Confirmez votre identité',
    text: 'Votre profil demande une clé d’accès après le mot de passe.',
    usePasskey: 'Utiliser la clé d’accès',
    useCode: 'Utiliser plutôt un code de secours',
    codeLabel: 'Code de secours',
    codeHint: 'L’un des codes que vous avez conservés. Chacun sert une seule fois.',
    codeRequired: 'Saisissez un code de secours',
    backToPasskey: 'Utiliser plutôt une clé d’accès',
    notConfirmed: 'La clé d’accès n’a pas été confirmée. Réessayez ou utilisez un code de secours.',
  },
  invalidApp: 'Ce lien mène à une application qui n’existe pas. Vérifiez le lien.',
} satisfies Translation<typeof en>;
