import type { InviteRow } from '@keyward/contract/invitations';
import type { PhoneLines } from '#list/phone/lines.ts';
import { PhoneTable } from '#list/phone/PhoneTable.tsx';
import type { TableProps } from '#list/table/tableProps.ts';

const lines: PhoneLines<InviteRow> = {
  marks: ['status'],
  second: ['delivery', 'expiration_timestamp', 'devices'],
  leaves: ['uses', 'count', 'sent_at'],
};

export const InvitationsOnPhone = (props: TableProps<InviteRow>) => <PhoneTable {...props} lines={lines} />;
