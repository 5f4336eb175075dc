import type { BulkChange } from '@keyward/contract/bulk-changes';
import { groups } from '@keyward/contract/calls';
import type { TagDefinition } from '@keyward/contract/groups';
import { can, lacking } from '@keyward/contract/permissions';
import { toPermissions } from '@keyward/contract/roles';
import { Radio, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useSession } from '#lib/session.ts';
import { LocationField } from '#parts/LocationField.tsx';
import { useRoleName } from '#parts/useRoleName.ts';
import { useRoles } from '#parts/useRoles.ts';
import { MultiSelect } from '#ui/MultiSelect.tsx';

type Props = { onChange: (change: BulkChange | undefined) => void };

const none: string[] = [];

/** Chooses one change; calls back with it once it is complete, and with undefined before. */
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
      {definition?.is_location ? <NewLocation key={kind} definition={definition} onChange={onChange} /> : null}
      {definition && !definition.is_location ? (
        <GroupFields key={kind} definition={definition} onChange={onChange} />
      ) : null}
    </>
  );
}

type Option = { value: string; label: string; disabled?: boolean };
type GiveAndTakeProps = {
  options: Option[];
  loading?: boolean;
  onChange: (chosen: { give: string[]; take: string[] } | undefined) => void;
};

/** What is given and what is taken; an option is in one of the two at most. */
function GiveAndTake({ options, loading = false, onChange }: GiveAndTakeProps) {
  const { t } = useTranslation();
  const [{ give, take }, setChosen] = useState({ give: none, take: none });
  const choose = (next: { give: string[]; take: string[] }) => {
    setChosen(next);
    onChange(next.give.length + next.take.length > 0 ? next : undefined);
  };
  const free = (other: string[]) =>
    options.map((option) => ({ ...option, disabled: (option.disabled ?? false) || other.includes(option.value) }));
  return (
    <>
      <MultiSelect
        label={t('bulk.give')}
        options={free(take)}
        value={give}
        loading={loading}
        onChange={(next) => choose({ give: next, take })}
      />
      <MultiSelect
        label={t('bulk.take')}
        options={free(give)}
        value={take}
        loading={loading}
        onChange={(next) => choose({ give, take: next })}
      />
    </>
  );
}

function RoleFields({ onChange }: Props) {
  const { authority } = useSession();
  const nameOf = useRoleName();
  const roles = useRoles();
  const options = (roles.data ?? []).map((role) => ({
    value: role.id,
    label: nameOf(role),
    disabled: lacking(authority.permissions, toPermissions(role.permissions)).length > 0,
  }));
  return (
    <GiveAndTake
      options={options}
      loading={roles.isPending}
      onChange={(chosen) => onChange(chosen && { kind: 'roles', ...chosen })}
    />
  );
}

type TagFieldProps = Props & { definition: TagDefinition };

function GroupFields({ definition, onChange }: TagFieldProps) {
  return (
    <GiveAndTake
      options={definition.values.map(({ name }) => ({ value: name, label: name }))}
      onChange={(chosen) => onChange(chosen && { kind: 'tag', tagId: definition.id, ...chosen })}
    />
  );
}

function NewLocation({ definition, onChange }: TagFieldProps) {
  const [value, setValue] = useState(none);
  return (
    <LocationField
      definition={definition}
      value={value}
      error={undefined}
      required
      onChange={(give) => {
        setValue(give);
        onChange(give.length ? { kind: 'tag', tagId: definition.id, give, take: [] } : undefined);
      }}
    />
  );
}
