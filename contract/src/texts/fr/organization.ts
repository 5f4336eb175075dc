import type { OrganizationTexts } from '@keyward/contract/texts/shape';

export const organization = {
  names: {
    timeZone: 'Fuseau horaire',
    opensAt: 'Heure d’ouverture',
    closesAt: 'Heure de fermeture',
    autoLogoutTimeoutMins: 'Minutes avant déconnexion',
    passkeyAlone: 'Connexion par clé d’accès seule',
    inactiveUserDays: 'Jours avant qu’un profil soit inactif',
    endInactiveAfterDays: 'Jours sans utilisation jusqu’à la fin d’un profil',
    ledgerNotices: 'E-mail aux personnes dont le code PIN a été vu',
    offlineOkmMinutes: 'Minutes avant qu’un OKM soit hors ligne',
    offlineHours: 'Heures de fonctionnement hors ligne des OKM',
    keyDueSoonMinutes: 'Minutes avant l’heure de retour d’une clé',
    closingDelayMinutes: 'Minutes entre la fermeture et le contrôle',
    closingAlertTo: 'Contrôle de fermeture : e-mail à',
    closingEscalateTo: 'Contrôle de fermeture : escalade à',
    closingEscalationMinutes: 'Minutes avant l’escalade',
    unsecuredLockHours: 'Heures de « Serrures non sécurisées »',
    remoteUnlock: 'Déverrouiller les appareils à distance',
    remoteUnlockSeconds: 'Secondes d’un déverrouillage à distance',
    unauthorizedAttemptsDays: 'Jours de « Tentatives non autorisées »',
    multipleOnekeyDays: 'Jours de « Plusieurs OneKeys »',
    mailedReportFiles: 'Fichiers des rapports planifiés dans les e-mails',
    csvDownloadRecordsLimit: 'Lignes maximum d’un CSV téléchargé',
    csvUploadRecordsLimit: 'Lignes maximum d’un CSV importé',
  },
  hints: {
    timeZone: 'Pour les sites qui n’ont pas le leur, et pour les e-mails et les rapports.',
    opensAt: 'Tous les jours, pour les sites sans horaires propres.',
    closesAt:
      'Tous les jours, pour les sites sans horaires propres. Une heure qui n’est pas postérieure à l’ouverture vaut pour le lendemain.',
    autoLogoutTimeoutMins: 'Au bout de ce temps sans activité, la personne est déconnectée. 0 : jamais.',
    inactiveUserDays: 'Après autant de jours sans utilisation, le profil apparaît dans « Utilisateurs inactifs ».',
    endInactiveAfterDays:
      'Après autant de jours sans utilisation, le profil prend fin ; un e-mail l’annonce une semaine avant. Vide : jamais.',
    ledgerNotices:
      'Chaque personne reçoit un e-mail lorsque quelqu’un d’autre a vu, réinitialisé ou exporté son code PIN.',
    offlineOkmMinutes: 'Un OKM qui n’a rien envoyé depuis plus longtemps est considéré hors ligne.',
    offlineHours: 'Sans connexion, un OKM accepte les PIN et les clés OnePASS pendant cette durée.',
    keyDueSoonMinutes: 'Une clé sortie est signalée comme bientôt attendue tant de minutes avant son heure de retour.',
    closingDelayMinutes:
      'Le contrôle de fermeture regarde les clés, les serrures et les OKM tant de minutes après la fermeture d’un site.',
    closingAlertTo:
      'Identifiants de profil, séparés par des virgules. Un e-mail leur est envoyé quand un site n’est pas en ordre, à chacun pour les sites qu’il voit.',
    closingEscalateTo:
      'Identifiants de profil, séparés par des virgules. Un e-mail leur est envoyé si le site n’est toujours pas en ordre après un moment.',
    closingEscalationMinutes: 'À partir du contrôle de fermeture.',
    unsecuredLockHours: 'La vue montre les serrures signalées non sécurisées pendant cette durée.',
    remoteUnlock:
      'Qui peut modifier un appareil peut le déverrouiller depuis le portail, après avoir confirmé son identité.',
    remoteUnlockSeconds: 'Une commande que le contrôleur n’a pas exécutée dans ce délai est abandonnée.',
    unauthorizedAttemptsDays: 'La vue montre les tentatives de ces derniers jours.',
    multipleOnekeyDays:
      'La carte compte les personnes qui détiennent plusieurs clés prises au cours de ces derniers jours.',
    mailedReportFiles:
      'Les rapports planifiés de listes sont joints aux e-mails en CSV, jusqu’à 5 Mo. Désactivé : les e-mails n’ont qu’un lien, qui demande de se connecter.',
  },
} satisfies OrganizationTexts;
