import type { ProfileRow } from '@keyward/contract/profiles';
import { useTranslation } from 'react-i18next';
import type { PhoneLines } from '#list/phone/lines.ts';
import { PhoneTable } from '#list/phone/PhoneTable.tsx';
import type { TableProps } from '#list/table/tableProps.ts';
import { Ago } from '#ui/Ago.tsx';

function LastActivity({ at, zone }: { at: string | null; zone: string }) {
  const { t } = useTranslation();
  if (at === null) return <span data-whole>{t('profiles.neverUsed')}</span>;
  return <Ago instant={at} zone={zone} words="short" />;
}

const lines: PhoneLines<ProfileRow> = {
  cells: { last_activity: (profile, zone) => <LastActivity at={profile.last_activity} zone={zone} /> },
  second: ['roles', 'locationTagValue', 'last_activity'],
  leaves: ['username', 'email', 'tagValues'],
};

export const ProfilesOnPhone = (props: TableProps<ProfileRow>) => <PhoneTable {...props} lines={lines} />;
