import { startForm } from './startForm.ts';

export const form = {
  ...startForm,
  required: 'Ce champ est obligatoire.',
  fieldRequired: '{{field}} : champ obligatoire',
  invalidId: 'Cette valeur n’est pas valable.',
  invalidNumber: 'La valeur doit être un nombre',
  tooLong: 'Ce texte est trop long.',
  tooLarge: 'Ce nombre est trop grand.',
  tooMany: 'Il y a trop de valeurs.',
  deviceNameTooLong: 'Le nom de l’appareil ne peut pas dépasser 64 caractères',
  serialNumberRequired: 'Le numéro de série est obligatoire',
  serialNumberInvalid: 'Saisissez un numéro de série valable de 16 caractères',
  textTagTooLong: 'Ce champ ne peut pas dépasser 100 caractères',
  textTagCharacters: 'Les caractères & | ; $ < > ` ne sont pas autorisés.',
};
