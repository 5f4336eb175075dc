import type { locations as en } from '#texts/en/locations.ts';
import type { Translation } from '#texts/shape.ts';

export const locations = {
  zoneHint: 'Les heures de ce site, comme la fin de l’accès d’une personne, sont dans ce fuseau.',
  zoneOfOrganization: 'Celui de l’organisation : {{zone}}',
  own: 'Horaires propres à ce site',
  ownHint: 'Sinon, ceux de l’organisation : {{hours}} tous les jours.',
  opens: '{{day}}, ouverture',
  closes: '{{day}}, fermeture',
  closed: 'Fermé',
  nextDay: 'Ferme le lendemain',
  allDay: 'Ouvert toute la journée',
  dates: 'Autres horaires à certaines dates',
  date: 'Date',
  open: 'Ouvert',
  chooseDate: 'Choisir une date',
  addDate: 'Ajouter une date',
  removeDate: 'Retirer {{date}}',
  openUntil: 'Ouvert jusqu’au {{time}}',
  closedUntil: 'Fermé jusqu’au {{time}}',
  alwaysOpen: 'Toujours ouvert',
  alwaysClosed: 'Fermé jusqu’à nouvel ordre',
  failed: 'Le site n’a pas pu être chargé',
} satisfies Translation<typeof en>;
