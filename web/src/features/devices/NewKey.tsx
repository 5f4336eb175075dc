import { secureKeys } from '@keyward/contract/calls';
import type { Device } from '@keyward/contract/devices';
import { secureKeyUses } from '@keyward/contract/key-limits';
import type { SecureKey } from '@keyward/contract/onepass';
import { pathOf } from '@keyward/contract/resources';
import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useErrorText } from '#lib/errors.ts';
import { messageText, useContractForm } from '#lib/form.ts';
import { withChanges } from '#lib/kept.ts';
import { useSession } from '#lib/session.ts';
import { CreateInvitation } from '#parts/onepass/CreateInvitation.tsx';
import { failureAlert } from '#ui/alertFailure.ts';
import { showAlert } from '#ui/alerts.ts';
import { DateTimeField } from '#ui/DateTimeField.tsx';
import { IconAdd, IconSuccess } from '#ui/icons.tsx';
import { KeptNote, useKeptForm } from '#ui/KeptNote.tsx';
import { UnsavedQuestion } from '#ui/UnsavedQuestion.tsx';
import { useDrawerCall } from '#ui/useDrawerCall.ts';
import { useFormGuard } from '#ui/useFormGuard.ts';
import { submitByKey } from '#ui/useSaveKey.ts';
import { keyEnds, minutesUntil } from './keyEnd.ts';
import styles from './newKey.module.css';

/** 'OnePASS' in the drawer of a device: creates a key for it. Specification, part 2, section 2 'Devices list'. */
export function NewKey({ device }: { device: Pick<Device, 'id' | 'serial_number'> }) {
  const { t } = useTranslation();
  // numbers the forms, so that the form of each key starts empty
  const [form, setForm] = useState(0);
  return (
    <section className={styles.section} aria-labelledby="device-onepass">
      <div className={styles.head}>
        <h3 id="device-onepass">{t('shell.tabs.onepass')}</h3>
        {form === 0 ? (
          <Button variant="default" size="xs" leftSection={<IconAdd size={16} />} onClick={() => setForm(1)}>
            {t('onepass.create')}
          </Button>
        ) : null}
      </div>
      <p className={styles.quiet}>{t('onepass.about')}</p>
      {form > 0 ? (
        <KeyForm key={form} device={device} onAnother={() => setForm(form + 1)} onCancel={() => setForm(0)} />
      ) : null}
    </section>
  );
}

type Values = { expires: string; count: string };
const wholeNumber = /^\d{1,3}$/;

const schemaIn = (zone: string) =>
  z.object({
    expires: z
      .string()
      .min(1, { error: 'timeRequired', abort: true })
      .check(({ value, issues }) => {
        const minutes = minutesUntil(value, zone, Date.now());
        if (typeof minutes === 'string') issues.push({ code: 'custom', input: value, message: minutes });
      }),
    count: z
      .string()
      .trim()
      .min(1, { error: 'required', abort: true })
      .refine(
        (text) => wholeNumber.test(text) && Number(text) >= secureKeyUses.min && Number(text) <= secureKeyUses.max,
        { error: 'keyUses' },
      ),
  });

type FormProps = {
  device: Pick<Device, 'id' | 'serial_number'>;
  onAnother: () => void;
  onCancel: () => void;
};

function KeyForm({ device, onAnother, onCancel }: FormProps) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const errorText = useErrorText();
  const box = useRef<HTMLFormElement>(null);
  const form = useContractForm<Values>(schemaIn(zone), { expires: '', count: '' });
  const snapshot = () => JSON.stringify(form.getValues());
  const guard = useFormGuard(() => form.isDirty(), snapshot, onCancel);
  const errorTitle = t('onepass.failed');
  const create = useDrawerCall(secureKeys.create, {
    errorTitle,
    // a repeat after a lost answer requests the same key, although its duration has shrunk since
    identify: ({ body: { serial } }) => [serial, form.getValues()],
    onError: (error) => {
      guard.refused();
      const field = { duration: 'expires', count: 'count' }[error.constraint ?? ''];
      if (field) form.setFieldError(field, errorText(error));
      else showAlert('drawer', failureAlert(error, errorTitle));
    },
  });
  const made = create.data?.data;
  const kept = JSON.stringify(['new key', device.id]);
  const before = form.getInitialValues;
  useKeptForm({ key: kept, title: t('onepass.create'), before, now: made ? before : form.getValues });
  const send = ({ expires: wall, count }: Values) => {
    if (made || create.isPending) return;
    // time has passed since the form was opened
    const minutes = minutesUntil(wall, zone, Date.now());
    if (typeof minutes === 'string') return form.setFieldError('expires', messageText(minutes));
    guard.sent();
    create.mutate({ body: { serial: device.serial_number, duration: minutes, count: Number(count) } });
  };
  const focusFault = () => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    form.onSubmit(send, () => requestAnimationFrame(focusFault))(event);
  const { expires } = form.getValues();
  const [opened] = useState(() => Date.now());
  const [inviting, setInviting] = useState(false);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key of its fields */}
      <form
        ref={box}
        noValidate
        onSubmit={submit}
        onKeyDown={submitByKey}
        aria-label={t('onepass.create')}
        className={styles.form}
      >
        <KeptNote form={kept} onRestore={(changes) => form.setValues((now) => withChanges(now, changes))} />
        <fieldset className={styles.fields} disabled={create.isPending || made !== undefined}>
          <DateTimeField
            label={t('onepass.expiresOn')}
            placeholder={t('onepass.choose')}
            value={expires}
            zone={zone}
            edge="to"
            within={keyEnds(zone, opened)}
            required
            disabled={create.isPending || made !== undefined}
            error={form.errors['expires']}
            onChange={(wall) => form.setFieldValue('expires', wall)}
          />
          <p className={styles.quiet}>{t('list.timesIn', { zone: zone.replaceAll('_', ' ') })}</p>
          <TextInput
            label={t('onepass.maxUses')}
            description={t('onepass.maxUsesHelp')}
            withAsterisk
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            {...form.getInputProps('count')}
          />
        </fieldset>
        <div role="status">{made ? <Made shown={made} /> : null}</div>
        <div className={styles.buttons}>
          {made ? (
            // another key would remove the form of the invitation
            inviting ? null : (
              <Button variant="default" size="xs" onClick={onAnother}>
                {t('onepass.another')}
              </Button>
            )
          ) : guard.asking ? (
            <UnsavedQuestion className={styles.buttons} onDiscard={guard.discard} onKeep={guard.keep} />
          ) : (
            <>
              <Button variant="default" size="xs" disabled={create.isPending} onClick={guard.close}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" size="xs" loading={create.isPending}>
                {t('onepass.save')}
              </Button>
            </>
          )}
        </div>
      </form>
      {made ? <CreateInvitation keys={[{ id: made.id, name: made.device.name }]} onForm={setInviting} /> : null}
    </>
  );
}

function Made({ shown }: { shown: SecureKey }) {
  const { t } = useTranslation();
  return (
    <p className={styles.made}>
      <IconSuccess size={18} />
      {t('onepass.created')}
      <Link to={pathOf('secure-key', { open: shown.id })}>{t('onepass.showKey')}</Link>
    </p>
  );
}
