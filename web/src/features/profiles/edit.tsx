import type { TagDefinition } from '@keyward/contract/groups';
import { type Profile, profiles } from '@keyward/contract/profiles';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '#lib/api.ts';
import { ConflictNote, useConflict } from '#parts/Conflict.tsx';
import { alerts } from '#ui/alerts.ts';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { ProfileFields } from './fields.tsx';
import { useProfileForm } from './useProfileForm.ts';

type Props = {
  profile: Profile;
  definitions: readonly TagDefinition[];
  actions: ReactNode;
  /** Below the fields. */
  after: ReactNode;
  onReload: () => void;
  onGone: () => void;
  onClose: () => void;
};

/** Changes a profile. What others changed meanwhile is not overwritten: the version it was opened with is sent along. */
export function EditProfile({ profile, definitions, actions, after, onReload, onGone, onClose }: Props) {
  const { t } = useTranslation();
  // what is read again in the background must not pass for what this form was filled from
  const [opened] = useState(profile);
  const { form, body, hasNoPassword } = useProfileForm(opened, definitions);
  const update = useApiMutation(profiles.update, {
    refresh: [profiles.list, profiles.get],
    onSuccess: () => {
      alerts.success(t('profiles.success.updated'));
      onClose();
    },
    onError: (error) => {
      if (error.code === 'notFound') onGone();
    },
  });
  const { error, conflict } = useConflict(update.error);
  return (
    <DrawerForm
      title={opened.name}
      form={form}
      error={error}
      errorTitle={t(conflict ? 'profiles.conflict.title' : 'profiles.failure.save')}
      pending={update.isPending}
      onSubmit={(values) => update.mutate({ params: { id: opened.id }, ifMatch: opened.version, body: body(values) })}
      onClose={onClose}
      actions={actions}
      after={after}
    >
      {conflict ? (
        <ConflictNote hint={t('profiles.conflict.hint')} reload={t('profiles.conflict.reload')} onReload={onReload} />
      ) : null}
      <ProfileFields form={form} hasNoPassword={hasNoPassword} definitions={definitions} profile={opened} />
    </DrawerForm>
  );
}
