import type { TagDefinition } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { profiles } from '@keyward/contract/calls';
import type { Profile } from '@keyward/contract/profiles';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readNow, useApiMutation } from '#lib/api.ts';
import { property } from '#lib/merge.ts';
import { Conflict } from '#parts/Conflict.tsx';
import { tagFields, useFieldWords } from '#parts/mergeTags.ts';
import { type NamedField, useMerge } from '#parts/useMerge.ts';
import { useCan } from '#parts/useCan.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { useRoles } from '#parts/useRoles.ts';
import { alerts } from '#ui/alerts.ts';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { ProfileFields } from './fields.tsx';
import { type ProfileValues, useProfileForm } from './useProfileForm.ts';

type Props = {
  profile: Profile;
  definitions: readonly TagDefinition[];
  actions: ReactNode;
  /** Shown below the fields. */
  after: ReactNode;
  onGone: () => void;
  onClose: () => void;
};

type Field = NamedField<ProfileValues>;

/** `known`: the roles by id, for their names. */
function useMergeFields(definitions: readonly TagDefinition[], known: Profile['roles']): Field[] {
  const { t } = useTranslation();
  const words = useFieldWords();
  const nameOf = useRoleName();
  const names = new Map(known.map((role) => [role.id, nameOf(role)]));
  const roleNames: Field['words'] = (ids) => words(Array.isArray(ids) ? ids.map((id) => names.get(id) ?? id) : ids);
  return [
    { ...property<ProfileValues>('active', ({ active }) => active), label: t('profiles.active'), words },
    { ...property<ProfileValues>('name', ({ name }) => name), label: t('profiles.name'), words },
    { ...property<ProfileValues>('roles', ({ roles }) => roles), label: t('profiles.roles'), words: roleNames },
    { ...property<ProfileValues>('username', ({ username }) => username), label: t('profiles.profileId'), words },
    { ...property<ProfileValues>('email', ({ email }) => email), label: t('profiles.email'), words },
    ...tagFields<ProfileValues>(definitions, words),
  ];
}

/** Changes a profile. A save sends the version that filled the form, so it cannot overwrite a newer one. */
export function EditProfile({ profile, definitions, actions, after, onGone, onClose }: Props) {
  const { t } = useTranslation();
  // a background refetch must not replace the profile that filled this form
  const [opened] = useState(profile);
  const { form, body, hasNoPassword, toValues } = useProfileForm(opened, definitions);
  const assignable = useRoles(useCan(can.assignRoles).allowed);
  const merge = useMerge({
    opened,
    read: async () => (await readNow(profiles.get, { params: { id: opened.id } })).data,
    toValues,
    fields: useMergeFields(definitions, [...opened.roles, ...profile.roles, ...(assignable.data ?? [])]),
    mine: form.getValues,
    fill: form.setValues,
    onMerged: form.resetDirty,
    onGone,
  });
  const update = useApiMutation(profiles.update, {
    onSuccess: () => {
      alerts.success(t('profiles.success.updated'));
      onClose();
    },
    onError: (error) => {
      if (error.code === 'conflict') void merge.begin(error);
    },
  });
  const pending = update.isPending || merge.reading;
  return (
    <DrawerForm
      title={opened.name}
      form={form}
      error={merge.failure ?? update.error}
      errorTitle={t('profiles.failure.save')}
      quiet={!merge.failure && update.error?.code === 'conflict'}
      pending={pending}
      ready={merge.ready}
      onSubmit={(values) =>
        update.mutate({ params: { id: opened.id }, ifMatch: merge.stored.version, body: body(values, merge.stored) })
      }
      onClose={onClose}
      actions={actions}
      after={after}
    >
      <Conflict merge={merge} disabled={pending} />
      <ProfileFields form={form} hasNoPassword={hasNoPassword} definitions={definitions} profile={opened} />
    </DrawerForm>
  );
}
