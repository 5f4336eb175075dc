import { printFilter } from '@keyward/contract/filter';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#lib/i18n.ts';
import { useSession } from '#lib/session.ts';
import type { Count } from './count.ts';

type Props = {
  count: Count;
  tagId: string;
  /** Undefined: any value of the tag. */
  value?: string;
};

/** '41 devices, 12 profiles', linked to their lists where the profile may read them; empty without any. */
export function Counts({ count: { devices, profiles }, tagId, value }: Props) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const filter = printFilter(value === undefined ? { op: 'exists', value: true } : { op: 'in', values: [value] });
  const search = { custom_view: 'Overview', [`filter.tags.${tagId}`]: filter };
  const link = (to: string, text: string, allowed: boolean): ReactNode =>
    allowed ? (
      <Link to={to} search={search}>
        {text}
      </Link>
    ) : (
      text
    );
  const counts = [
    ...(devices
      ? [link(paths.devices(), t('groups.usage.devices', { count: devices }), can.readDevices.holds(authority))]
      : []),
    ...(profiles
      ? [link(paths.users(), t('groups.usage.profiles', { count: profiles }), can.readUsers.holds(authority))]
      : []),
  ];
  const order = new Intl.ListFormat(currentLocale(), { type: 'unit', style: 'short' });
  return order
    .formatToParts(counts.map((_, i) => String(i)))
    .map(({ type, value: part }) => <Fragment key={part}>{type === 'element' ? counts[Number(part)] : part}</Fragment>);
}
