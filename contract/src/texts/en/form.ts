import { startForm } from './startForm.ts';

/** What a form says about a field; the keys are the messages of the contract's schemas. */
export const form = {
  ...startForm,
  required: 'This field is required.',
  fieldRequired: '{{field}} is required',
  invalidId: 'This value is not valid.',
  invalidNumber: 'Value must be a number',
  tooLong: 'This is too long.',
  tooLarge: 'This number is too large.',
  tooMany: 'These are too many values.',
  deviceNameTooLong: 'Device name cannot exceed 64 characters',
  serialNumberRequired: 'Serial number is required',
  serialNumberInvalid: 'Enter a valid 16-character serial number',
  textTagTooLong: 'This field cannot exceed 100 characters',
  textTagCharacters: '& | ; $ < > ` are not allowed.',
};
