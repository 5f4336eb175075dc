import type { lost as en } from '#texts/en/lost.ts';
import type { Translation } from '#texts/shape.ts';

export const lost = {
  badge: 'Perdue',
  head: 'Perdue depuis le {{time}}, déclarée par {{by}}',
  note: '« {{note}} »',
  report: 'Déclarer perdue',
  found: 'Retrouvée',
  title: 'Déclarer la clé perdue',
  text: 'Tant que {{name}} n’est pas déclarée retrouvée, personne ne peut la prendre et elle n’ouvre rien. Un OKM hors ligne l’apprend dès qu’il est de nouveau en ligne.',
  noteLabel: 'Remarque',
  noteHint: 'Où elle a été vue en dernier, ou qui la cherche',
  done: '{{name}} est déclarée perdue',
  foundDone: 'La clé peut de nouveau servir',
  foundFailed: 'La clé n’a pas pu être déclarée retrouvée',
} satisfies Translation<typeof en>;
