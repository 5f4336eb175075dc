import type { NoticeTexts } from '@keyward/contract/texts/shape';

export const inbox = {
  title: 'Boîte de réception',
  bellUnread_one: 'Boîte de réception, {{count, number}} élément non lu',
  bellUnread_many: 'Boîte de réception, {{count, number}} d’éléments non lus',
  bellUnread_other: 'Boîte de réception, {{count, number}} éléments non lus',
  all: 'Tout',
  unread: 'Non lus',
  markAll: 'Tout marquer comme lu',
  markRead: 'Marquer comme lu',
  markUnread: 'Marquer comme non lu',
  new: 'Non lu',
  older: 'Afficher les plus anciens',
  failed: 'La boîte de réception n’a pas pu être lue.',
  empty: {
    title: 'Rien pour le moment',
    hint: 'Ce dont vous avez demandé à être averti apparaît ici.',
  },
  nothingUnread: {
    title: 'Tout est lu',
    hint: 'Les nouveaux éléments apparaissent ici.',
  },
  says: {
    several_one: '{{count, number}} notification',
    several_many: '{{count, number}} de notifications',
    several_other: '{{count, number}} notifications',
    watchRows_one: '{{watch}} : {{count, number}} nouvelle ligne',
    watchRows_many: '{{watch}} : {{count, number}} de nouvelles lignes',
    watchRows_other: '{{watch}} : {{count, number}} nouvelles lignes',
    watchCount_one: '{{watch}} : {{count, number}} ligne, plus de {{limit, number}}',
    watchCount_many: '{{watch}} : {{count, number}} de lignes, plus de {{limit, number}}',
    watchCount_other: '{{watch}} : {{count, number}} lignes, plus de {{limit, number}}',
    watchStill_one: '{{watch}} : toujours {{count, number}} ligne après {{minutes, number}} min',
    watchStill_many: '{{watch}} : toujours {{count, number}} de lignes après {{minutes, number}} min',
    watchStill_other: '{{watch}} : toujours {{count, number}} lignes après {{minutes, number}} min',
    watchCleared: '{{watch}} : retour à la normale',
    watchAsleep: '{{watch}} : en veille, car vous n’avez plus le droit de consulter cette liste',
    watchBroken: '{{watch}} : en veille, car un élément de son filtre n’existe plus',
    reportAsleep: '{{report}} : en veille, car vous n’avez plus le droit de consulter ou d’exporter cette liste',
    reportBroken: '{{report}} : en veille, car un élément de son filtre n’existe plus',
    reportNoAddress: '{{report}} : en veille, car vous n’avez pas d’adresse e-mail',
    closingAlert:
      '{{location}} : pas en ordre à la fermeture (clés sorties : {{keys, number}}, serrures non sécurisées : {{locks, number}}, OKM hors ligne : {{okms, number}})',
    closingEscalation:
      '{{location}} : toujours pas en ordre après la fermeture (clés sorties : {{keys, number}}, serrures non sécurisées : {{locks, number}}, OKM hors ligne : {{okms, number}})',
    closingCleared: '{{location}} : tout est en ordre',
  } satisfies NoticeTexts,
};
