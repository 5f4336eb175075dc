import type { OrganizationTexts } from '@keyward/contract/texts/shape';

export const organization = {
  names: {
    timeZone: 'Fuseau horaire',
    autoLogoutTimeoutMins: 'Minutes avant déconnexion',
    inactiveUserDays: 'Jours avant qu’un profil soit inactif',
    endInactiveAfterDays: 'Jours sans utilisation jusqu’à la fin d’un profil',
    offlineOkmMinutes: 'Minutes avant qu’un OKM soit hors ligne',
    unsecuredLockHours: 'Heures des serrures non sécurisées',
    unauthorizedAttemptsDays: 'Jours des tentatives non autorisées',
    csvDownloadRecordsLimit: 'Lignes maximum d’un CSV téléchargé',
    csvUploadRecordsLimit: 'Lignes maximum d’un CSV importé',
  },
} satisfies OrganizationTexts;
