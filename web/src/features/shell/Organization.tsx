import { organizations } from '@keyward/contract/calls';
import { limits } from '@keyward/contract/limits';
import type { Organization as Stored } from '@keyward/contract/organization';
import { ownSettingIds, settingGroups, specOf } from '@keyward/contract/organization-settings';
import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readNow, useApi, useApiMutation } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { messageText } from '#lib/form.ts';
import { withChanges } from '#lib/kept.ts';
import { firstChange } from '#lib/sanitise.ts';
import { alerts } from '#ui/alerts.ts';
import { KeptNote, useKeptForm } from '#ui/KeptNote.tsx';
import { ErrorState, SlowNotice } from '#ui/states.tsx';
import { UnsavedQuestion } from '#ui/UnsavedQuestion.tsx';
import type { useFormGuard } from '#ui/useFormGuard.ts';
import { OrganizationLogo } from './OrganizationLogo.tsx';
import { OrganizationSetting } from './OrganizationSetting.tsx';
import { checkValues, toValues, type Values } from './organizationValues.ts';
import styles from './extras.module.css';

type Props = {
  guard: ReturnType<typeof useFormGuard>;
  /** The unsaved values as text; null without any. */
  onChoose: (chosen: string | null) => void;
};

const groups = settingGroups
  .map((group) => ({ group, ids: ownSettingIds.filter((id) => specOf(id).group === group) }))
  .filter(({ ids }) => ids.length > 0);

/** The organization's name and settings, for its in-product administrator. */
export function Organization(props: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const stored = useApi(organizations.get);
  if (stored.data) return <OrganizationForm {...props} stored={stored.data.data} />;
  if (!stored.error) return <SlowNotice />;
  return (
    <ErrorState
      title={t('settings.organization.failed')}
      text={errorText(stored.error)}
      action={t('common.retry')}
      onAction={() => void stored.refetch()}
    />
  );
}

function OrganizationForm({ stored, guard, onChoose }: Props & { stored: Stored }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  // what the form began with, whatever is read since; a save compares with its version
  const [before, setBefore] = useState(stored);
  const shown = toValues(before);
  const [values, setValues] = useState<Values>(shown);
  const [faults, setFaults] = useState<Record<string, string>>({});
  /** The name whose sanitised form was announced. */
  const [accepted, setAccepted] = useState<string>();
  const now = JSON.stringify(values) === JSON.stringify(shown) ? null : JSON.stringify(values);
  useEffect(() => {
    onChoose(now);
  }, [now, onChoose]);
  const form = 'organization';
  useKeptForm({
    key: form,
    title: t('settings.organization.tab'),
    before: () => shown,
    now: () => values,
  });

  const fill = (data: Stored) => {
    setBefore(data);
    setValues(toValues(data));
  };
  const [loading, setLoading] = useState(false);
  const reload = async () => {
    setLoading(true);
    try {
      fill((await readNow(organizations.get)).data);
      save.reset();
    } catch (error) {
      alerts.failure(errorText(error));
    } finally {
      setLoading(false);
    }
  };
  const save = useApiMutation(organizations.update, {
    onSuccess: ({ data }) => {
      fill(data);
      alerts.success(t('settings.organization.saved'));
    },
    onError: () => guard.refused(),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending || now === null) return;
    const checked = checkValues(values, shown);
    const change = values.name === shown.name ? null : firstChange(values.name);
    const isNew = change !== null && accepted !== values.name;
    if (isNew) setAccepted(values.name);
    const refused = Object.entries(checked.faults ?? {}).map(([field, message]) => ({ [field]: messageText(message) }));
    setFaults({ ...(isNew ? { name: t('common.cleanedText', change) } : {}), ...Object.assign({}, ...refused) });
    if (checked.faults || isNew) return;
    guard.sent();
    save.mutate({ body: checked.body, ifMatch: before.version });
  };
  const conflict = save.error?.code === 'conflict';
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <KeptNote form={form} onRestore={(changes) => setValues(withChanges(values, changes))} />
      <TextInput
        label={t('settings.organization.name')}
        description={t('settings.organization.nameHint')}
        autoComplete="off"
        maxLength={limits.organizationName}
        value={values.name}
        error={faults['name']}
        onChange={(e) => setValues({ ...values, name: e.currentTarget.value })}
      />
      <OrganizationLogo
        stored={before}
        onSaved={({ logo, version }) => setBefore((last) => ({ ...last, logo, version }))}
      />
      {groups.map(({ group, ids }) => (
        <fieldset key={group} className={styles.group}>
          <legend>{t(`settings.organization.groups.${group}`)}</legend>
          {ids.map((id) => (
            <OrganizationSetting
              key={id}
              id={id}
              value={values[id]}
              error={faults[id]}
              onChange={(value) => setValues({ ...values, [id]: value })}
            />
          ))}
        </fieldset>
      ))}
      <p role="alert" className={styles.failure}>
        {save.error ? errorText(save.error) : ''}
      </p>
      {guard.asking && now !== null ? (
        <UnsavedQuestion className={styles.actions} onDiscard={guard.discard} onKeep={guard.keep} />
      ) : (
        <div className={styles.actions}>
          {conflict ? (
            <Button variant="default" loading={loading} onClick={() => void reload()}>
              {t('settings.organization.reload')}
            </Button>
          ) : null}
          <Button type="submit" loading={save.isPending} disabled={now === null || conflict}>
            {t('common.save')}
          </Button>
        </div>
      )}
    </form>
  );
}
