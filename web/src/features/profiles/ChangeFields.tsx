import '@mantine/core/styles/Radio.css';
import type { BulkChange } from '@keyward/contract/bulk-changes';
import { groups } from '@keyward/contract/calls';
import { can, lacking } from '@keyward/contract/permissions';
import { toPermissions } from '@keyward/contract/roles';
import { Radio, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GiveAndTake, TagChangeFields } from '#entity/change/GiveAndTake.tsx';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { useRoles } from '#parts/useRoles.ts';
import { ReadFailed } from '#ui/ReadFailed.tsx';

type Props = { onChange: (change: BulkChange | undefined) => void };

/** Fields for one change; calls back with it once it is complete, and with undefined before. */
export function ChangeFields({ onChange }: Props) {
  const { t } = useTranslation();
  const { me, authority } = useSession();
  const mayAssign = can.assignGroups.holds(authority);
  const tags = useApi(groups.definitions, { query: { object_type: 'users', type: '1' } }, { staleTime: 60_000 });
  const definitions = mayAssign ? (tags.data?.data ?? []) : [];
  const [kind, setKind] = useState<string | null>(null);
  const options = [
    ...(can.assignRoles.holds(authority) ? [{ value: 'roles', label: t('bulk.kind.roles') }] : []),
    ...definitions.map(({ id, label }) => ({ value: id, label })),
    ...(me.isKeywardAdmin ? [{ value: 'active', label: t('bulk.kind.active') }] : []),
    { value: 'sendReset', label: t('bulk.kind.sendReset') },
  ];
  const definition = definitions.find(({ id }) => id === kind);
  return (
    <>
      <Select
        label={t('bulk.what')}
        placeholder={t('bulk.choose')}
        data={options}
        value={kind}
        allowDeselect={false}
        data-autofocus
        onChange={(chosen) => {
          setKind(chosen);
          onChange(chosen === 'sendReset' ? { kind: 'sendReset' } : undefined);
        }}
      />
      {mayAssign ? <ReadFailed words={t('groups.loadFailed')} read={tags} /> : null}
      {kind === 'roles' ? <RoleFields onChange={onChange} /> : null}
      {kind === 'active' ? (
        <Radio.Group
          label={t('bulk.kind.active')}
          onChange={(value) => onChange({ kind: 'active', disabled: value === 'off' })}
        >
          <Radio mt="xs" value="on" label={t('bulk.enable')} />
          <Radio mt="xs" value="off" label={t('bulk.disable')} />
        </Radio.Group>
      ) : null}
      {definition ? <TagChangeFields key={kind} definition={definition} onChange={onChange} /> : null}
    </>
  );
}

function RoleFields({ onChange }: Props) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const nameOf = useRoleName();
  const roles = useRoles();
  const options = (roles.data ?? []).map((role) => ({
    value: role.id,
    label: nameOf(role),
    disabled: lacking(authority.permissions, toPermissions(role.permissions)).length > 0,
  }));
  return (
    <>
      <ReadFailed words={t('roles.loadFailed')} read={roles} />
      <GiveAndTake
        options={options}
        loading={roles.isPending}
        onChange={(chosen) => onChange(chosen && { kind: 'roles', ...chosen })}
      />
    </>
  );
}
