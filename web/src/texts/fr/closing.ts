import type { closing as en } from '#texts/en/closing.ts';
import type { Translation } from '#texts/shape.ts';

export const closing = {
  title: 'Contrôle de fermeture',
  hint: 'À la fermeture, chaque site est contrôlé : clés rendues, serrures sécurisées, OKM en ligne.',
  failed: 'Les contrôles de fermeture n’ont pas pu être lus.',
  none: 'Aucun site',
  noneHint: 'Les sites que vous voyez apparaissent ici.',
  mailed: {
    none: 'Personne ne reçoit d’e-mail : indiquez des profils dans Paramètres > Organisation.',
    alert_one: '{{count, number}} profil reçoit un e-mail quand un site n’est pas en ordre.',
    alert_many: '{{count, number}} de profils reçoivent un e-mail quand un site n’est pas en ordre.',
    alert_other: '{{count, number}} profils reçoivent un e-mail quand un site n’est pas en ordre.',
    escalate_one: 'Après {{minutes, number}} min, {{count, number}} autre profil est averti.',
    escalate_many: 'Après {{minutes, number}} min, {{count, number}} d’autres profils sont avertis.',
    escalate_other: 'Après {{minutes, number}} min, {{count, number}} autres profils sont avertis.',
  },
  columns: {
    state: 'État',
    location: 'Site',
    found: 'Pas en ordre',
    closed: 'Fermé le',
    since: 'Contrôle',
  },
  states: {
    red: 'Pas en ordre',
    left: 'Non remis en ordre',
    cleared: 'Remis en ordre',
    green: 'En ordre',
    waiting: 'Pas encore contrôlé',
    none: 'Sans contrôle',
  },
  nothing: { good: '–', none: 'Ce site ne ferme jamais ou n’ouvre jamais : il n’y a pas de contrôle.' },
  next: 'Prochain contrôle : {{time}}',
  found: {
    keys_one: '{{count, number}} clé sortie',
    keys_many: '{{count, number}} de clés sorties',
    keys_other: '{{count, number}} clés sorties',
    locks_one: '{{count, number}} serrure non sécurisée',
    locks_many: '{{count, number}} de serrures non sécurisées',
    locks_other: '{{count, number}} serrures non sécurisées',
    okms_one: '{{count, number}} OKM hors ligne',
    okms_many: '{{count, number}} d’OKM hors ligne',
    okms_other: '{{count, number}} OKM hors ligne',
  },
  steps: { checked: 'Contrôlé', escalated: 'Escaladé', cleared: 'Remis en ordre' },
} satisfies Translation<typeof en>;
