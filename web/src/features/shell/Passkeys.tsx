import { passkeys } from '@keyward/contract/account-calls';
import type { Passkey } from '@keyward/contract/passkeys';
import { Button } from '@mantine/core';
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settled, useApi, write } from '#lib/api.ts';
import { call } from '#lib/call.ts';
import { relativeTime } from '#lib/dates.ts';
import { useErrorText } from '#lib/errors.ts';
import { useFailure } from '#lib/useFailure.ts';
import { alerts } from '#ui/alerts.ts';
import { ErrorState, SlowNotice } from '#ui/states.tsx';
import { PasskeyForm } from './PasskeyForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './extras.module.css';

type Doing =
  | { what: 'add' }
  | { what: 'renew' }
  | { what: 'remove' | 'rename'; one: Passkey }
  | { what: 'keep'; codes: string[] };

/** The profile's own passkeys, to add and remove, and its recovery codes. */
export function Passkeys() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const list = useApi(passkeys.list);
  const failure = useFailure(list);
  const [doing, setDoing] = useState<Doing | null>(null);
  const done = () => setDoing(null);
  const keys = list.data?.data ?? [];

  const mayBeAlone = list.data?.may_be_alone ?? false;
  const hint = t(mayBeAlone ? 'settings.passkeys.hintAlone' : 'settings.passkeys.hint');

  const add = async ({ name, password, alone }: { name: string; password: string; alone: boolean }) => {
    const { data } = await call(passkeys.options, { body: { password, alone } });
    // the server creates these options with the server half of the same library
    const optionsJSON: PublicKeyCredentialCreationOptionsJSON = data;
    const response = await startRegistration({ optionsJSON });
    const made = await write(passkeys.add, { body: { name, response } });
    alerts.success(t('settings.passkeys.wasAdded'));
    await settled(passkeys.list);
    setDoing(made.data.recoveryCodes ? { what: 'keep', codes: made.data.recoveryCodes } : null);
  };
  const remove = async (one: Passkey, password: string) => {
    await write(passkeys.remove, { params: { id: one.id }, body: { password } });
    alerts.success(t('settings.passkeys.wasRemoved'));
    await settled(passkeys.list);
    done();
  };
  const rename = async (one: Passkey, name: string) => {
    await write(passkeys.rename, { params: { id: one.id }, body: { name } });
    alerts.success(t('settings.passkeys.wasRenamed'));
    await settled(passkeys.list);
    done();
  };
  const renew = async (password: string) => {
    const { data } = await write(passkeys.newRecoveryCodes, { body: { password } });
    setDoing({ what: 'keep', codes: data.recoveryCodes });
    await settled(passkeys.list);
  };

  if (failure) {
    return <ErrorState title={t('settings.passkeys.failed')} text={errorText(failure)} read={list} />;
  }
  if (doing?.what === 'keep') return <RecoveryCodes codes={doing.codes} onClose={done} />;
  if (doing?.what === 'add') {
    return (
      <PasskeyForm
        named=""
        offerAlone={mayBeAlone}
        text={hint}
        submitLabel={t('settings.passkeys.add')}
        onSubmit={add}
        onClose={done}
      />
    );
  }
  if (doing?.what === 'renew') {
    return (
      <PasskeyForm
        text={t('settings.passkeys.newCodesText')}
        submitLabel={t('settings.passkeys.newCodes')}
        onSubmit={({ password }) => renew(password)}
        onClose={done}
      />
    );
  }
  if (doing?.what === 'rename') {
    const { one } = doing;
    return (
      <PasskeyForm
        nameOnly
        named={one.name}
        text={t('settings.passkeys.renameText')}
        submitLabel={t('common.save')}
        onSubmit={({ name }) => rename(one, name)}
        onClose={done}
      />
    );
  }
  if (doing) {
    const { one } = doing;
    const text = keys.length === 1 ? 'settings.passkeys.removeLastText' : 'settings.passkeys.removeText';
    return (
      <PasskeyForm
        destructive
        text={t(text, { name: one.name })}
        submitLabel={t('settings.passkeys.remove')}
        onSubmit={({ password }) => remove(one, password)}
        onClose={done}
      />
    );
  }
  return (
    <>
      <p className={styles.words}>{hint}</p>
      {list.data ? null : <SlowNotice />}
      {list.data && keys.length === 0 ? <p className={styles.plain}>{t('settings.passkeys.none')}</p> : null}
      <ul className={styles.sessions}>
        {keys.map((one) => (
          <li key={one.id}>
            <div>
              <strong>{one.name}</strong>
              {mayBeAlone && one.alone ? <span>{t('settings.passkeys.alone')}</span> : null}
              <span>{t('settings.passkeys.added', { when: relativeTime(one.created_at) })}</span>
              <span>
                {one.last_used_at
                  ? t('settings.passkeys.lastUsed', { when: relativeTime(one.last_used_at) })
                  : t('settings.passkeys.neverUsed')}
              </span>
            </div>
            <div className={styles.doings}>
              <Button
                variant="default"
                size="xs"
                aria-label={t('settings.passkeys.renameOf', { name: one.name })}
                onClick={() => setDoing({ what: 'rename', one })}
              >
                {t('settings.passkeys.rename')}
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={t('settings.passkeys.removeOf', { name: one.name })}
                onClick={() => setDoing({ what: 'remove', one })}
              >
                {t('settings.passkeys.remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {list.data ? (
        <div className={styles.foot}>
          {keys.length > 0 ? (
            <>
              <span>{t('settings.passkeys.codesLeft', { count: list.data.recovery_codes })}</span>
              <Button variant="default" onClick={() => setDoing({ what: 'renew' })}>
                {t('settings.passkeys.newCodes')}
              </Button>
            </>
          ) : null}
          <Button onClick={() => setDoing({ what: 'add' })}>{t('settings.passkeys.add')}</Button>
        </div>
      ) : null}
    </>
  );
}
