import type { TagDefinition } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/calls';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '#lib/api.ts';
import { alerts } from '#ui/alerts.ts';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { ProfileFields } from './fields.tsx';
import { useProfileForm } from './useProfileForm.ts';

type Props = { definitions: readonly TagDefinition[]; onClose: () => void };

/** Adds a profile. */
export function CreateProfile({ definitions, onClose }: Props) {
  const { t } = useTranslation();
  const { form, body, hasNoPassword } = useProfileForm(undefined, definitions);
  const create = useApiMutation(profiles.create, {
    onSuccess: () => {
      alerts.success(t('profiles.success.added'));
      onClose();
    },
  });
  return (
    <DrawerForm
      title={t('profiles.add')}
      form={form}
      error={create.error}
      errorTitle={t('profiles.failure.save')}
      pending={create.isPending}
      submitLabel={t('profiles.add')}
      onSubmit={(values) => create.mutate({ body: body(values) })}
      onClose={onClose}
    >
      <ProfileFields form={form} hasNoPassword={hasNoPassword} definitions={definitions} />
    </DrawerForm>
  );
}
