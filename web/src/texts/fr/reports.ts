import type { reports as en } from '#texts/en/reports.ts';
import type { Translation } from '#texts/shape.ts';

export const reports = {
  title: 'Rapports',
  send: 'Envoyer en rapport…',
  name: 'Nom',
  every: 'Fréquence',
  options: {
    day: 'Tous les jours',
    week: 'Toutes les semaines',
    month: 'Tous les mois',
  },
  weekday: 'Jour de la semaine',
  day: 'Jour du mois',
  dayHint: 'Dans un mois plus court, le dernier jour.',
  time: 'Heure',
  timeHint: 'Par exemple 08:00. Si le changement d’heure saute cette heure, le rapport part juste après.',
  zone: 'Fuseau horaire',
  zoneHint: 'De cette heure et des heures du rapport.',
  says: {
    day: 'Tous les jours à {{time}}',
    week: 'Chaque {{weekday}} à {{time}}',
    month: 'Tous les mois, jour {{day}}, à {{time}}',
  },
  next: 'prochain : {{time}}',
  copy: {
    list: 'Le rapport vous est envoyé par e-mail : le nombre de lignes, un lien vers la liste et, si votre organisation autorise les fichiers dans les e-mails, les lignes en CSV. Il garde la vue actuelle et ne contient à chaque envoi que ce que vous pouvez voir.',
    dashboard:
      'Les chiffres de vos cartes vous sont envoyés par e-mail, chacun avec un lien, pour les sites choisis actuellement. Ils ne comptent à chaque envoi que ce que vous pouvez voir.',
  },
  noAddress: 'Votre profil n’a pas d’adresse e-mail. Rien n’est envoyé tant qu’il n’en a pas.',
  added: 'Le rapport « {{name}} » est actif.',
  changed: 'Le rapport « {{name}} » est modifié.',
  paused: 'Le rapport « {{name}} » est suspendu.',
  resumed: 'Le rapport « {{name}} » est de nouveau actif.',
  removed: 'Le rapport « {{name}} » est supprimé.',
  restored: 'Le rapport « {{name}} » est rétabli.',
  undo: 'Annuler',
  saveFailed: 'Le rapport n’a pas pu être enregistré.',
  restoreFailed: 'Le rapport n’a pas pu être rétabli.',
  failed: 'Les rapports n’ont pas pu être lus.',
  mine: 'Les miens',
  everyone: 'Ceux de tous',
  empty: {
    title: 'Aucun rapport',
    hint: 'Dans les options de la vue d’une liste, ou dans les analyses, choisissez « Envoyer en rapport… ».',
  },
  edit: 'Modifier',
  remove: 'Supprimer',
  pause: 'Suspendre',
  resume: 'Reprendre',
  isPaused: 'Suspendu',
  asleep: {
    right: 'En veille : pas de droit',
    lost: 'En veille : un élément du filtre n’existe plus',
    address: 'En veille : pas d’adresse e-mail',
  },
} satisfies Translation<typeof en>;
