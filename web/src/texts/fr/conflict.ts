import type { conflict as en } from '#texts/en/conflict.ts';
import type { Translation } from '#texts/shape.ts';

export const conflict = {
  title: 'Modifié par {{by}} le {{at}}',
  anotherPerson: 'une autre personne',
  choose: 'Vous avez tous deux modifié les champs ci-dessous. Choisissez pour chacun la valeur à enregistrer.',
  merged: 'Vos modifications sont toujours là. Enregistrez à nouveau pour les conserver.',
  nothing: 'Aucun champ de ce formulaire ne diffère. Enregistrez à nouveau pour conserver vos modifications.',
  taken: 'Modifié par {{by}} et repris ici :',
  takenField: '{{field}} : {{before}} → {{after}}',
  mine: 'Conserver ma valeur',
  theirs: 'Prendre l’autre valeur',
  missing: 'Choisissez l’une des deux valeurs.',
  empty: 'Vide',
} satisfies Translation<typeof en>;
