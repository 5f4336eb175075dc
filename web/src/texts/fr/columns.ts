import type { columns as en } from '#texts/en/columns.ts';
import type { Translation } from '#texts/shape.ts';

export const columns = {
  name: 'Nom',
  serial_number: 'N° de série',
  device_type_name: 'Type d’appareil',
  device_class: 'Catégorie',
  tagValues: 'Groupes',
  locationTagValue: 'Site',
  created_at: 'Création',
  state_updated_at: 'Dernier rapport',
  security_status: 'État de sécurité',
  event: 'Événement',
  event_time: 'Date',
  result: 'Résultat',
  agent_name: 'Auteur',
  agent_domain: 'Type d’auteur',
  agent_id: 'ID de l’auteur',
  entity_name: 'Élément',
  entity_domain: 'Type d’élément',
  entity_id: 'ID de l’élément',
} satisfies Translation<typeof en>;
