import type { MailTexts } from './texts.ts';

export const fr: MailTexts = {
  greeting: 'Bonjour {name},',
  greetingWithoutName: 'Bonjour,',
  linkHelp: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  footer: 'Ce message a été envoyé automatiquement par le portail {customer}. Merci de ne pas y répondre.',
  settingValues: { on: 'Activé', off: 'Désactivé', unlimited: 'Sans limite' },
  settingChange: '« {name} » : {before} → {after}',
  settingChangeSeparator: ' ; ',
  resetPassword: {
    subject: 'Réinitialisation de votre mot de passe {customer}',
    heading: 'Réinitialisez votre mot de passe',
    body: [
      'Nous avons reçu une demande de réinitialisation du mot de passe de votre profil {username}. Choisissez-en un nouveau ici :',
    ],
    button: 'Choisir un nouveau mot de passe',
    notes: [
      'Ce lien est valable une seule fois, pendant 60 minutes.',
      'Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire : votre mot de passe reste inchangé.',
    ],
  },
  firstPassword: {
    subject: 'Bienvenue sur le portail {customer}',
    heading: 'Définissez votre mot de passe',
    body: [
      'Un profil a été créé pour vous. Votre identifiant de profil est {username}. Définissez un mot de passe pour vous connecter :',
    ],
    button: 'Définir mon mot de passe',
    notes: [
      'Ce lien est valable une seule fois, pendant {left}. Passé ce délai, choisissez « Mot de passe oublié ? » sur la page de connexion {address}.',
    ],
  },
  passwordChanged: {
    subject: 'Votre mot de passe {customer} a été modifié',
    heading: 'Votre mot de passe a été modifié',
    body: [
      'Le mot de passe de votre profil {username} vient d’être modifié, et toutes vos autres sessions ont été fermées.',
      'Si vous êtes à l’origine de cette modification, vous n’avez rien à faire.',
    ],
    notes: [
      'Si ce n’était pas vous, prévenez immédiatement votre administrateur et réinitialisez votre mot de passe sur {address}/forgot-password.',
    ],
  },
  passkeyAdded: {
    subject: 'Une clé d’accès a été ajoutée à votre profil {customer}',
    heading: 'Une clé d’accès a été ajoutée',
    body: [
      'La clé d’accès « {passkey} » vient d’être ajoutée à votre profil {username}. Désormais, la connexion la demande après le mot de passe.',
      'Si vous êtes à l’origine de cet ajout, vous n’avez rien à faire.',
    ],
    notes: [
      'Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe sur {address}/forgot-password et prévenez votre administrateur.',
    ],
  },
  passkeyAloneAdded: {
    subject: 'Une clé d’accès a été ajoutée à votre profil {customer}',
    heading: 'Une clé d’accès a été ajoutée',
    body: [
      'La clé d’accès « {passkey} » vient d’être ajoutée à votre profil {username}. Désormais, elle permet de vous connecter sans mot de passe.',
      'Si vous êtes à l’origine de cet ajout, vous n’avez rien à faire.',
    ],
    notes: [
      'Si ce n’était pas vous, supprimez-la immédiatement : connectez-vous et ouvrez Paramètres > Clés d’accès. Réinitialisez ensuite votre mot de passe sur {address}/forgot-password et prévenez votre administrateur.',
    ],
  },
  passkeyRemoved: {
    subject: 'Une clé d’accès a été supprimée de votre profil {customer}',
    heading: 'Une clé d’accès a été supprimée',
    body: [
      'La clé d’accès « {passkey} » vient d’être supprimée de votre profil {username}. Elle ne permet plus de se connecter.',
      'Si vous êtes à l’origine de cette suppression, vous n’avez rien à faire.',
    ],
    notes: [
      'Si ce n’était pas vous, réinitialisez immédiatement votre mot de passe sur {address}/forgot-password et prévenez votre administrateur.',
    ],
  },
  pinShown: {
    subject: 'Votre code PIN {customer} a été affiché',
    heading: 'Votre code PIN a été affiché',
    body: [
      'Le code PIN de votre profil {username} vient d’être affiché pour {by}.',
      'Si vous en connaissez la raison, vous n’avez rien à faire.',
    ],
    notes: ['Sinon, demandez à votre administrateur ce qui s’est passé, ainsi qu’un nouveau code PIN.'],
  },
  pinReset: {
    subject: 'Votre code PIN {customer} a été réinitialisé',
    heading: 'Votre code PIN a été réinitialisé',
    body: [
      '{by} vient d’attribuer un nouveau code PIN à votre profil {username} et l’a vu. L’ancien code ne fonctionnera plus dès que les OKM auront reçu la modification.',
      'Si vous l’avez demandé, vous n’avez rien à faire.',
    ],
    notes: ['Sinon, demandez à votre administrateur ce qui s’est passé, ainsi qu’un nouveau code PIN.'],
  },
  pinExported: {
    subject: 'Votre code PIN {customer} a été exporté',
    heading: 'Votre code PIN a été exporté',
    body: [
      '{by} vient de télécharger un fichier qui contient le code PIN de votre profil {username}.',
      'Si vous en connaissez la raison, vous n’avez rien à faire.',
    ],
    notes: ['Sinon, demandez à votre administrateur ce qui s’est passé, ainsi qu’un nouveau code PIN.'],
  },
  pinDigest: {
    subject: 'Votre code PIN {customer} a été affiché',
    heading: 'Votre code PIN a été affiché',
    body: [
      'Le code PIN de votre profil {username} a récemment été affiché, réinitialisé ou exporté. Nombre de fois : {times}. Par : {by}.',
      'Si vous en connaissez la raison, vous n’avez rien à faire.',
    ],
    notes: ['Sinon, demandez à votre administrateur ce qui s’est passé, ainsi qu’un nouveau code PIN.'],
  },
  protectionWeakened: {
    subject: 'Un réglage de {customer} protège moins',
    heading: 'Un réglage protège moins qu’avant',
    body: ['{by} a modifié des réglages de {customer} : {changes}'],
    notes: [
      'Vous recevez ce message parce que vous pouvez modifier les rôles. Si ce changement n’est pas voulu, prévenez tout de suite votre administrateur. Le portail : {address}',
    ],
  },
  tokenIssued: {
    subject: 'Un jeton de contrôleur de {customer} a été émis',
    heading: 'Un jeton de contrôleur a été émis',
    body: [
      '{by} a émis un jeton pour l’OKM « {device} » de {customer}, le {time}.',
      'Ce jeton permet de lire les noms de toutes les personnes qui peuvent utiliser cet OKM et de retrouver leurs codes PIN.',
    ],
    notes: [
      'Vous recevez ce message parce que vous pouvez modifier les rôles. Si ce jeton n’est pas voulu, révoquez-le tout de suite dans la fiche de l’OKM : {address}{path}',
    ],
  },
  lines: {
    ending: '{name} ({username}) : {time}',
    unused: '{name} ({username}) : {time}, car le profil n’a pas été utilisé depuis {days} jours',
    more: 'et {count} de plus',
  },
  accessEnding: {
    subject: '{customer} : des accès se terminent d’ici une semaine',
    heading: 'Des accès se terminent d’ici une semaine',
    body: [
      'L’accès de ces personnes se termine bientôt. Pour le prolonger, modifiez « Valable jusqu’à » dans leur profil sur {address}/users.',
    ],
    list: true,
    notes: [
      'Vous recevez ce message parce que vous pouvez modifier ces profils. Chaque fin est annoncée une seule fois.',
    ],
  },
  unusedAccess: {
    subject: 'Votre accès {customer} va se terminer',
    heading: 'Votre accès va se terminer',
    body: [
      'Votre profil {username} n’a pas été utilisé depuis longtemps. Votre accès se termine le {time}.',
      'Pour le conserver, connectez-vous d’ici là sur {address} ou utilisez un OKM.',
    ],
    notes: [],
  },
  keys: {
    opens: '{device} : jusqu’au {time}, utilisations : {left}',
    ending: '{device} : jusqu’au {time}, utilisations restantes : {left}',
  },
  invitation: {
    subject: '{by} ({customer}) vous invite à utiliser une clé OnePASS',
    heading: 'Vous êtes invité à utiliser une clé OnePASS',
    body: ['{by} ({customer}) vous donne un accès temporaire. Il ouvre :'],
    list: true,
    quote: 'Instructions de {by} :',
    button: 'Ouvrir l’invitation',
    links: {
      text: 'Pour l’utiliser dans l’application OnePASS, installez-la :',
      items: [
        { name: 'iPhone', to: 'ios' },
        { name: 'Android', to: 'android' },
      ],
    },
    notes: [
      'Ce lien est réservé à votre usage. Le premier navigateur qui accepte l’invitation la conserve.',
      'Si vous ne connaissez pas {by}, vous n’avez rien à faire.',
    ],
  },
  invitationEnding: {
    subject: '{customer} : un accès inutilisé de {email} se termine d’ici 24 heures',
    heading: 'Des clés d’une invitation se terminent bientôt',
    body: [
      'L’invitation que vous avez envoyée à {email} comporte des utilisations qui n’ont pas encore eu lieu. Ces clés se terminent bientôt :',
    ],
    list: true,
    notes: [
      'S’il faut plus de temps, créez une clé et une invitation sur {address}/onepass. Cet avis n’est envoyé qu’une fois pour chaque clé.',
    ],
  },
  browserCode: {
    subject: 'Votre code pour {customer}',
    heading: 'Votre code',
    body: [
      'Votre invitation OnePASS de {customer} a été ouverte dans un autre navigateur. Pour y continuer, saisissez ce code :',
      '{code}',
    ],
    notes: [
      'Ce code est valable une seule fois, pendant {left}. Le navigateur qui avait accepté l’invitation n’affichera alors plus de codes.',
      'Si ce n’était pas vous, ignorez cet e-mail et ne communiquez le code à personne.',
    ],
  },
  reminder: { key: 'Clé : {name}', location: 'Site : {name}', since: 'Prise le : {time}', due: 'À rendre le : {time}' },
  keyReminder: {
    subject: 'Merci de rendre la clé {key}',
    heading: 'Merci de rendre la clé',
    body: ['{by} vous demande de rendre cette clé de {customer} :'],
    list: true,
    notes: [
      'Selon le portail, vous avez pris cette clé. Si vous ne l’avez pas, dites-le tout de suite à {by} ou à votre administrateur.',
    ],
  },
  reports: {
    rows: 'Lignes : {count}. État au {time}.',
    figures: 'État au {time}.',
    attached: 'Les lignes se trouvent dans le fichier joint.',
    tooMany: 'Il y a trop de lignes pour un e-mail. La liste du portail les contient toutes.',
    openList: 'Ouvrir la liste',
    openDashboard: 'Ouvrir le tableau de bord',
  },
  report: {
    subject: '{customer} : {title}',
    heading: '{title}',
    body: ['{words}'],
    table: true,
    list: true,
    notes: [
      'Vous recevez ce rapport parce que vous l’avez demandé. Modifiez-le, suspendez-le ou supprimez-le sur le portail, dans Boîte de réception > Rapports : {address}',
    ],
  },
  inbox: {
    subject: '{customer} : {title}',
    heading: '{title}',
    body: [],
    list: true,
    notes: [
      'Vous recevez ce message en raison d’une de vos surveillances, ou parce qu’un administrateur vous a désigné. Tout ce qui vous a été envoyé se trouve dans la boîte de réception du portail : {address}',
    ],
  },
};
