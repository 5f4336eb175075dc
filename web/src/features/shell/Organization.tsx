import { organizations } from '@keyward/contract/calls';
import { limits } from '@keyward/contract/limits';
import type { Organization as Stored } from '@keyward/contract/organization';
import { ownSettingIds, settingGroups, specOf } from '@keyward/contract/organization-settings';
import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { useErrorText } from '#lib/errors.ts';
import { messageText } from '#lib/form.ts';
import { withChanges } from '#lib/kept.ts';
import { useFailure } from '#lib/useFailure.ts';
import { Conflict } from '#parts/Conflict.tsx';
import { alerts } from '#ui/alerts.ts';
import { KeptNote, useKeptForm } from '#ui/KeptNote.tsx';
import { ErrorState, SlowNotice } from '#ui/states.tsx';
import { UnsavedQuestion } from '#ui/UnsavedQuestion.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import { useFocusBack } from '#ui/useFocusBack.ts';
import { OrganizationLogo } from './OrganizationLogo.tsx';
import { OrganizationSetting } from './OrganizationSetting.tsx';
import { useOrganizationMerge } from './useOrganizationMerge.ts';
import type { SettingsGuard } from './useSettingsForms.ts';
import { checkValues, cleanedIn, toValues, type Values } from './organizationValues.ts';
import styles from './extras.module.css';

type Props = {
  guard: SettingsGuard;
  /** Called with the unsaved values as text; null without any. */
  onChoose: (chosen: string | null) => void;
};

const groups = settingGroups
  .map((group) => ({ group, ids: ownSettingIds.filter((id) => specOf(id).group === group) }))
  .filter(({ ids }) => ids.length > 0);

/** Name and settings of the organization, for its in-product administrator. */
export function Organization(props: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const stored = useApi(organizations.get);
  const failure = useFailure(stored);
  if (stored.data) return <OrganizationForm {...props} stored={stored.data.data} />;
  if (!failure) return <SlowNotice />;
  return <ErrorState title={t('settings.organization.failed')} text={errorText(failure)} read={stored} />;
}

function OrganizationForm({ stored, guard, onChoose }: Props & { stored: Stored }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [values, setValues] = useState<Values>(() => toValues(stored));
  // keeps the initial state of the form, whatever is read later; a save compares with its version
  const merge = useOrganizationMerge({ opened: stored, mine: () => values, fill: setValues });
  const shown = toValues(merge.stored);
  const [faults, setFaults] = useState<Record<string, string>>({});
  /** The values whose sanitised form has been shown. */
  const [accepted, setAccepted] = useState<string>();
  const now = JSON.stringify(values) === JSON.stringify(shown) ? null : JSON.stringify(values);
  // in an effect, since the dialog keeps the text in a ref, which no render may write; an unmounted form has nothing unsaved
  useEffect(() => {
    onChoose(now);
    return () => onChoose(null);
  }, [now, onChoose]);
  const form = 'organization';
  useKeptForm({
    key: form,
    title: t('settings.organization.tab'),
    before: () => shown,
    now: () => values,
  });

  const save = useDrawerCall(organizations.update, {
    errorTitle: t('settings.failedToSave'),
    onSuccess: ({ data }) => {
      merge.reset(data);
      setValues(toValues(data));
      alerts.success(t('settings.organization.saved'));
    },
    onError: (error) => {
      guard.refused();
      if (error.code === 'conflict') void merge.begin(error);
    },
  });
  const pending = save.isPending || merge.reading;
  const box = useRef<HTMLFormElement>(null);
  const holdFocus = useFocusBack(box, pending);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (pending || now === null) return;
    const checked = checkValues(values, shown);
    const cleaned = accepted === now ? [] : Object.entries(cleanedIn(values, shown));
    if (cleaned.length > 0) setAccepted(now);
    const refused = Object.entries(checked.faults ?? {});
    setFaults(
      Object.fromEntries([
        ...cleaned.map(([field, change]) => [field, t('common.cleanedText', change)] as const),
        ...refused.map(([field, message]) => [field, messageText(message)] as const),
      ]),
    );
    if (checked.faults || cleaned.length > 0 || !merge.ready()) return;
    guard.sent();
    holdFocus();
    save.mutate({ body: checked.body, ifMatch: merge.stored.version });
  };
  // a conflict is shown above the fields, unless the stored version cannot be read
  const failure = merge.failure ?? (save.error?.code === 'conflict' ? null : save.error);
  return (
    <form ref={box} className={styles.form} noValidate onSubmit={submit}>
      {/* changes during a save, or while the merge reads, would be lost */}
      <fieldset className={styles.fields} disabled={pending}>
        <KeptNote form={form} onRestore={(changes) => setValues(withChanges(values, changes))} />
        <Conflict merge={merge} disabled={pending} />
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
          stored={merge.stored}
          onSaved={({ logo, version }) => merge.amend((last) => ({ ...last, logo, version }))}
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
                unknown={merge.stored.unknown_profiles ?? []}
                onChange={(value) => setValues({ ...values, [id]: value })}
              />
            ))}
          </fieldset>
        ))}
      </fieldset>
      <p role="alert" className={styles.failure}>
        {failure ? errorText(failure) : ''}
      </p>
      {guard.asking ? (
        <UnsavedQuestion className={styles.actions} onDiscard={guard.discard} onKeep={guard.keep} />
      ) : (
        <div className={styles.actions}>
          <Button type="submit" loading={pending} disabled={now === null}>
            {t('common.save')}
          </Button>
        </div>
      )}
    </form>
  );
}
