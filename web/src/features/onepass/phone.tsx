import type { SecureKeyRow } from '@keyward/contract/onepass';
import type { PhoneLines } from '#list/phone/lines.ts';
import { PhoneTable } from '#list/phone/PhoneTable.tsx';
import type { TableProps } from '#list/table/tableProps.ts';

const lines: PhoneLines<SecureKeyRow> = {
  marks: ['status'],
  second: ['expiration_timestamp', 'invite_email', 'locationTagValue'],
  order: 'key_timestamp',
  leaves: ['uses', 'count', 'tagValues', 'key_timestamp', 'created_by'],
};

export const KeysOnPhone = (props: TableProps<SecureKeyRow>) => <PhoneTable {...props} lines={lines} />;
