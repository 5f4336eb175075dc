import '@mantine/core/styles/Switch.css';
import { profiles } from '@keyward/contract/calls';
import { limits } from '@keyward/contract/limits';
import type { Profile } from '@keyward/contract/profiles';
import { Checkbox, Switch, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { EntityForm } from '#entity/EntityForm.tsx';
import type { RowFormProps } from '#entity/kit.ts';
import { lazily } from '#lib/lazily.ts';
import { useSession } from '#lib/session.ts';
import { TagFields } from '#parts/TagFields.tsx';
import { typedIn } from '#parts/tagValues.ts';
import { askConfirmation } from '#ui/confirmation.ts';
import { Counter } from '#ui/Counter.tsx';
import { RolesField } from './RolesField.tsx';
import { ValidityFields } from './ValidityFields.tsx';
import { TemporaryPassword } from './TemporaryPassword.tsx';
import { isProtectedFrom } from './protectedFrom.ts';
import { useMergeFields } from './mergeFields.ts';
import styles from './profiles.module.css';
import { proposeProfileId } from './proposeProfileId.ts';
import { useProfileForm } from './useProfileForm.ts';
import { useProposal } from './useProposal.ts';

const NewPin = lazily(async () => (await import('./NewPin.tsx')).NewPin, { texts: ['pins', 'profiles'] });
const PinField = lazily(async () => (await import('./PinField.tsx')).PinField, { texts: ['pins'] });

/** The form of a profile. Specification, part 2, section 2 'Profiles list'. */
export function ProfileForm(props: RowFormProps<Profile>) {
  const { opened, definitions } = props;
  const { form, body, hasNoPassword, isReachable, isLinkUsable, maySend, toValues, toNext, zone } = useProfileForm(
    opened,
    definitions,
  );
  const named = [...(opened?.roles ?? []), ...(props.formType === 'edit' ? props.shown.roles : [])];
  const mergeFields = useMergeFields(definitions, named, zone);
  const { t } = useTranslation();
  const { me } = useSession();
  const isProtected = opened !== undefined && isProtectedFrom(opened, me);
  useProposal(isProtected ? undefined : opened, form, definitions);
  const values = form.getValues();
  const noPassword = hasNoPassword(values);
  return (
    <EntityForm
      {...props}
      resource="user"
      calls={profiles}
      form={form}
      toValues={toValues}
      typed={(given) => typedIn(definitions, given)}
      mergeFields={mergeFields}
      toCreate={(given) => ({ body: { ...body(given), username: given.username } })}
      toNext={toNext}
      onCreated={({ data }, close) =>
        askConfirmation(
          <Suspense>
            <NewPin profile={data} onDone={close} />
          </Suspense>,
        )
      }
      toUpdate={(given, stored) => ({
        params: { id: stored.id },
        ifMatch: stored.version,
        body: body(given, stored),
      })}
    >
      {isProtected ? <p className={styles.hint}>{t('errors.keywardAdminKept')}</p> : null}
      {me.isKeywardAdmin ? (
        <Switch
          label={t('profiles.active')}
          description={t('profiles.activeHelp')}
          disabled={opened?.id === me.id}
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
      ) : null}
      <TextInput
        label={t('profiles.name')}
        withAsterisk
        description={<Counter text={values.name} max={limits.profileName} />}
        autoComplete="off"
        disabled={isProtected}
        {...form.getInputProps('name')}
        onChange={({ currentTarget: { value } }) => {
          // follows the name until another ID is typed
          if (!opened && values.username === proposeProfileId(values.name))
            form.setFieldValue('username', proposeProfileId(value));
          form.setFieldValue('name', value);
        }}
      />
      <RolesField
        value={values.roles}
        current={opened?.roles ?? []}
        error={form.errors['roles']}
        disabled={isProtected}
        onChange={(roles) => form.setFieldValue('roles', roles)}
      />
      <TextInput
        label={t('profiles.profileId')}
        withAsterisk
        description={<Counter text={values.username} max={limits.profileId} />}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={isProtected}
        {...form.getInputProps('username')}
      />
      <TextInput
        label={t('profiles.email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        disabled={isProtected}
        {...form.getInputProps('email')}
      />
      {isProtected ? null : (
        <Checkbox
          label={t(opened ? 'profiles.sendReset' : 'profiles.sendFirst')}
          description={
            noPassword
              ? t('errors.noPasswordHere')
              : !isLinkUsable(values)
                ? t('errors.linkWouldNotWork')
                : isReachable(values)
                  ? undefined
                  : t('profiles.sendNeedsEmail')
          }
          disabled={!maySend(values)}
          checked={maySend(values) && values.sendPasswordResetEmail}
          error={form.errors['sendPasswordResetEmail']}
          onChange={(event) => form.setFieldValue('sendPasswordResetEmail', event.currentTarget.checked)}
        />
      )}
      {noPassword || isProtected ? null : (
        <TemporaryPassword {...form.getInputProps('password')} value={values.password} />
      )}
      {props.formType === 'edit' && !isProtected ? (
        <Suspense fallback={<div className={styles.pinSpace} />}>
          <PinField shown={props.shown} />
        </Suspense>
      ) : null}
      <ValidityFields
        form={form}
        zone={zone}
        shown={props.formType === 'edit' ? props.shown : undefined}
        disabled={isProtected}
        onEnded={props.onClose}
      />
      <TagFields definitions={definitions} object="users" form={form} locationStays={isProtected} />
    </EntityForm>
  );
}
