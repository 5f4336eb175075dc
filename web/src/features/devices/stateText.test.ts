import type { StateField } from '@keyward/contract/devices';
import { expect, test } from 'vitest';
import { fieldsOf } from './stateText.ts';

const field = (displayGroup: 'alpha' | 'bravo', position: number, over: Partial<StateField> = {}): StateField => ({
  display: 'A field',
  type: 'text',
  editable: false,
  default: null,
  displayGroup,
  position,
  ...over,
});
const schema = {
  battery: field('alpha', 2, { type: 'percent', default: 0 }),
  usb: field('bravo', 1),
  secured: field('alpha', 1, { type: 'boolean', default: false }),
  door: field('alpha', 2),
  firmware: field('bravo', 0),
};

test('the fields of a group are in the order of their positions, and by key where these are the same', () => {
  expect(fieldsOf(schema, 'alpha').map(({ key }) => key)).toEqual(['secured', 'battery', 'door']);
  expect(fieldsOf(schema, 'bravo').map(({ key }) => key)).toEqual(['firmware', 'usb']);
  expect(fieldsOf({}, 'alpha')).toEqual([]);
});

test('each field keeps its type and its default', () => {
  expect(fieldsOf(schema, 'alpha').map(({ field: { type, default: value } }) => [type, value])).toEqual([
    ['boolean', false],
    ['percent', 0],
    ['text', null],
  ]);
});
