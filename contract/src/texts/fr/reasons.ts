import type { ReasonTexts } from '@keyward/contract/texts/shape';
import { form } from './form.ts';

/** Messages of the server about a field: those of the forms, and those about errors that no form can make. */
export const reasons = {
  ...form,
  duplicate: 'Une même valeur apparaît deux fois.',
  fixed: 'Ce champ ne peut pas être modifié.',
  invalidInstant: 'Indiquez un instant en UTC, par exemple 2026-01-31T09:00:00.000Z.',
  invalidVersion: 'If-Match attend une seule version, par exemple "3".',
  confirmationRequired: 'Veuillez saisir à nouveau le mot de passe.',
  confirmationDiffers: 'Les mots de passe ne correspondent pas.',
  unknownPermission: 'Cette autorisation n’existe pas.',
  invalidPermissionValue: 'Cette autorisation ne peut pas prendre cette valeur.',
  permissionTwice: 'La même autorisation apparaît avec deux valeurs.',
} satisfies ReasonTexts;
