import type { ProfileRow } from '@keyward/contract/profiles';
import { useTranslation } from 'react-i18next';
import { dateTime, relativeTime } from '#lib/dates.ts';
import type { PhoneLines } from '#list/phone/lines.ts';
import { PhoneTable } from '#list/phone/PhoneTable.tsx';
import type { TableProps } from '#list/table/tableProps.ts';

function LastActivity({ at, zone }: { at: string | null; zone: string }) {
  const { t } = useTranslation();
  if (at === null) return <span data-whole>{t('profiles.neverUsed')}</span>;
  return (
    <time dateTime={at} title={`${dateTime(at, zone)} · ${zone}`}>
      {relativeTime(at, 'short')}
    </time>
  );
}

const lines: PhoneLines<ProfileRow> = {
  cells: { last_activity: (profile, zone) => <LastActivity at={profile.last_activity} zone={zone} /> },
  second: ['roles', 'locationTagValue', 'last_activity'],
  leaves: ['username', 'email', 'tagValues'],
};

export const ProfilesOnPhone = (props: TableProps<ProfileRow>) => <PhoneTable {...props} lines={lines} />;
