import '@mantine/core/styles/Radio.css';
import { limits } from '@keyward/contract/limits';
import type { CustomView, ViewSharing } from '@keyward/contract/list';
import type { ListResource } from '@keyward/contract/resources';
import { can } from '@keyward/contract/permissions';
import { views as calls } from '@keyward/contract/calls';
import { savedView } from '@keyward/contract/views';
import { Radio, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { settled, useApi } from '#lib/api.ts';
import { withLocalTime } from '#lib/conflict.ts';
import { useContractForm } from '#lib/form.ts';
import { useSession } from '#lib/session.ts';
import { useCan } from '#parts/useCan.ts';
import { useRoleName } from '#parts/useRoleName.ts';
import { alerts } from '#ui/alerts.ts';
import { Counter } from '#ui/Counter.tsx';
import { DrawerForm } from '#ui/DrawerForm.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import styles from './columns.module.css';
import type { Views } from './useViews.ts';
import { contentOf } from './viewState.ts';

type Values = { name: string; description: string; sharing: ViewSharing['with']; roleId: string };
const schema = z
  .object({
    name: savedView.shape.name,
    description: savedView.shape.description,
    sharing: z.enum(['nobody', 'role', 'everyone']),
    roleId: z.string(),
  })
  .refine((v) => v.sharing !== 'role' || v.roleId !== '', { error: 'required', path: ['roleId'] });

const sharingOf = ({ sharing, roleId }: Values): ViewSharing =>
  sharing === 'role' ? { with: 'role', roleId } : { with: sharing };

type Props = { resource: ListResource; views: Views; view: CustomView; isNew: boolean; onClose: () => void };

/** Saves the list on screen as a new view, or changes a view's name and sharing. */
export function SaveView({ resource, views, view, isNew, onClose }: Props) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const [saved, setSaved] = useState(false);
  const own = isNew ? undefined : view.saved;
  const form = useContractForm<Values>(schema, {
    name: own ? view.label : '',
    description: own ? view.description : '',
    sharing: own?.sharing.with ?? 'nobody',
    roleId: own?.sharing.with === 'role' ? own.sharing.roleId : '',
  });
  const onSuccess = async ({ data }: { data: CustomView }, isOpen: () => boolean) => {
    setSaved(true);
    await settled(calls.list);
    alerts.success(t('views.saved', { name: data.label }));
    if (!isOpen()) return;
    onClose();
    if (!isNew) return;
    views.forgetColumns(view.value);
    views.choose(data.value);
  };
  const errorTitle = t('views.saveFailed');
  const create = useDrawerCall(calls.create, {
    errorTitle,
    onSuccess: (reply, isOpen) => void onSuccess(reply, isOpen),
  });
  const update = useDrawerCall(calls.update, {
    errorTitle,
    onSuccess: (reply, isOpen) => void onSuccess(reply, isOpen),
  });
  const submit = (values: Values) => {
    const { name, description } = values;
    const about = { name, description, sharing: sharingOf(values) };
    const shown = contentOf(views.search, view, views.columns ?? view.columns);
    if (!own) return create.mutate({ body: { resource, ...about, ...shown } });
    // unsaved changes of the list are not saved along with a new name
    const content = contentOf({ ...filtersAsSearch(view) }, view, view.columns);
    update.mutate({ params: { id: view.value }, body: { ...about, ...content }, ifMatch: own.version });
  };
  const { name, description } = form.getValues();
  const error = create.error ?? update.error;
  return (
    <DrawerForm
      title={t(isNew ? 'views.form.newTitle' : 'views.form.detailsTitle')}
      about={isNew ? '' : view.value}
      form={form}
      error={error && withLocalTime(error, zone)}
      errorTitle={errorTitle}
      pending={create.isPending || update.isPending || saved}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('views.form.name')}
        withAsterisk
        // the error takes the counter's place, so that nothing below moves away from the pointer
        description={form.errors.name ? null : <Counter text={name} max={limits.viewName} />}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('views.form.description')}
        description={
          <>
            {t('views.form.descriptionHint')} <Counter text={description} max={limits.viewDescription} />
          </>
        }
        autoComplete="off"
        {...form.getInputProps('description')}
      />
      <Audience form={form} current={own?.sharing} />
      {isNew ? <p className={styles.quiet}>{t('views.form.what')}</p> : null}
    </DrawerForm>
  );
}

const filtersAsSearch = ({ query }: CustomView) => ({
  ...Object.fromEntries(Object.entries(query.filter).map(([column, text]) => [`filter.${column}`, text])),
  ...(query.search ? { search: query.search } : {}),
});

type AudienceProps = { form: ReturnType<typeof useContractForm<Values>>; current: ViewSharing | undefined };

/** The audience of the view; without the permission to share, sharing is disabled with the reason. */
function Audience({ form, current }: AudienceProps) {
  const { t } = useTranslation();
  const { allowed, reason } = useCan(can.shareViews);
  const nameOf = useRoleName();
  const { sharing } = form.getValues();
  const audience = useApi(calls.audience, undefined, { enabled: allowed && sharing === 'role' });
  const roles = audience.data?.data ?? [];
  const known = current?.with !== 'role' || roles.some((role) => role.id === current.roleId);
  return (
    <>
      <Radio.Group
        label={t('views.form.audience')}
        description={allowed ? t('views.form.sharedHint') : reason}
        {...form.getInputProps('sharing')}
      >
        <div className={styles.choices}>
          <Radio value="nobody" label={t('views.form.nobody')} />
          <Radio value="role" label={t('views.form.role')} disabled={!allowed} />
          <Radio value="everyone" label={t('views.form.everyone')} disabled={!allowed} />
        </div>
      </Radio.Group>
      {sharing === 'role' ? (
        <Select
          label={t('views.form.chooseRole')}
          withAsterisk
          searchable
          disabled={!allowed}
          data={[
            ...roles.map((role) => ({ value: role.id, label: nameOf(role) })),
            ...(known || current?.with !== 'role' ? [] : [{ value: current.roleId, label: t('views.form.sameRole') }]),
          ]}
          {...form.getInputProps('roleId')}
          {...(audience.error ? { error: t('views.form.rolesFailed') } : {})}
        />
      ) : null}
    </>
  );
}
