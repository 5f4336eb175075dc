import { keypad } from '@keyward/contract/account-calls';
import { digitsOf } from '@keyward/contract/characters';
import type { KeypadLock, KeypadResult } from '@keyward/contract/keypad';
import { limits } from '@keyward/contract/limits';
import { Button, Loader, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/call.ts';
import { useErrorText } from '#lib/errors.ts';
import { useSending } from '#lib/useSending.ts';
import { IconFailure, IconSuccess } from '#ui/icons.tsx';
import { Logo } from '#ui/Logo.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import styles from './keypad.module.css';
import { useLocks } from './useLocks.ts';

/** Keypad of the demo's simulated locks: choose a lock, type a code or PIN, and see whether it opens. */
export function Keypad() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { state, locks, lock, choose, load } = useLocks();
  if (state.step === 'off')
    return (
      <Frame>
        <EmptyState title={t('keypad.off.title')} text={t('keypad.off.text')} />
      </Frame>
    );
  if (state.step === 'failed')
    return (
      <Frame>
        <ErrorState
          title={t('common.problems.unreadable')}
          text={errorText(state.error)}
          action={t('common.retry')}
          onAction={() => void load()}
        />
      </Frame>
    );
  if (!lock)
    return (
      <Frame>
        <p className={styles.starting} role="status">
          <Loader size="sm" />
          {t('keypad.starting')}
        </p>
      </Frame>
    );
  return (
    <Frame>
      <p className={styles.lead}>{t('keypad.lead')}</p>
      <ChooseLock locks={locks} lock={lock} onChoose={choose} />
      {lock.online ? null : <p className={styles.offline}>{t('keypad.offline')}</p>}
      <Pad key={lock.serial} serial={lock.serial} onEntered={() => void load()} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const title = t('keypad.title');
  return (
    <div className={styles.page}>
      <title>{`${title} · ${t('common.product')}`}</title>
      <header className={styles.header}>
        <Logo name={t('common.product')} />
      </header>
      <main className={styles.main} tabIndex={-1}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}

type ChooseProps = { locks: readonly KeypadLock[]; lock: KeypadLock; onChoose: (serial: string) => void };

/** Choice of the location, then of the lock, those with OnePASS keys first. */
function ChooseLock({ locks, lock, onChoose }: ChooseProps) {
  const { t } = useTranslation();
  const locations = [...new Set(locks.map(({ location: name }) => name))];
  const at = (location: string) => locks.filter((one) => one.location === location);
  const firstAt = (location: string) => at(location).find(({ keys }) => keys > 0) ?? at(location)[0];
  const groups = [
    { label: t('keypad.withKeys'), of: at(lock.location).filter(({ keys }) => keys > 0) },
    { label: t('keypad.others'), of: at(lock.location).filter(({ keys }) => keys === 0) },
  ];
  return (
    <div className={styles.choice}>
      <label>
        {t('keypad.location')}
        <select value={lock.location} onChange={(event) => onChoose(firstAt(event.currentTarget.value)?.serial ?? '')}>
          {locations.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        {t('keypad.lock')}
        <select value={lock.serial} onChange={(event) => onChoose(event.currentTarget.value)}>
          {groups
            .filter(({ of }) => of.length > 0)
            .map(({ label, of }) => (
              <optgroup key={label} label={label}>
                {of.map(({ serial, name }) => (
                  <option key={serial} value={serial}>{`${name} · ${serial}`}</option>
                ))}
              </optgroup>
            ))}
        </select>
      </label>
    </div>
  );
}

const digitKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** The field, the keys and the outcome of the last entry. Keyboard input goes to the field. */
function Pad({ serial, onEntered }: { serial: string; onEntered: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { pending, begin, end } = useSending();
  const [digits, setDigits] = useState('');
  const [outcome, setOutcome] = useState<KeypadResult>();
  const [failure, setFailure] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const type = (text: string) => setDigits(digitsOf(text).slice(0, limits.pinMax));
  const enter = async (event: SubmitEvent) => {
    event.preventDefault();
    if (digits === '' || !begin()) return;
    setFailure('');
    setOutcome(undefined);
    try {
      setOutcome((await call(keypad.enter, { params: { serial }, body: { digits } })).data);
      setDigits('');
      onEntered();
    } catch (error) {
      setFailure(errorText(error));
    }
    end();
    field.current?.focus();
  };
  return (
    <form className={styles.pad} noValidate onSubmit={(event) => void enter(event)}>
      <TextInput
        ref={field}
        className={styles.digits}
        label={t('keypad.digits')}
        value={digits}
        onChange={(event) => type(event.currentTarget.value)}
        error={failure}
        size="lg"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
      />
      <div className={styles.keys}>
        {digitKeys.map((digit) => (
          <Digit key={digit} digit={digit} onType={() => type(digits + digit)} />
        ))}
        <Button variant="default" size="lg" onClick={() => setDigits('')}>
          {t('keypad.clear')}
        </Button>
        <Digit digit="0" onType={() => type(`${digits}0`)} />
        <Button type="submit" size="lg" loading={pending} disabled={digits === ''}>
          {t('keypad.enter')}
        </Button>
      </div>
      <div role="status">{outcome ? <Outcome outcome={outcome} /> : null}</div>
    </form>
  );
}

const Digit = ({ digit, onType }: { digit: string; onType: () => void }) => (
  <Button variant="default" size="lg" onClick={onType}>
    {digit}
  </Button>
);

function Outcome({ outcome: { opened, reason, usesLeft, retryAfter, offline } }: { outcome: KeypadResult }) {
  const { t } = useTranslation();
  return (
    <div className={styles.outcome} data-opened={opened}>
      {opened ? <IconSuccess size={24} /> : <IconFailure size={24} />}
      <div>
        <strong>{t(opened ? 'keypad.opened' : 'keypad.closed')}</strong>
        {reason ? <p>{t(`keypad.reasons.${reason}`)}</p> : null}
        {usesLeft === undefined ? null : <p>{t('keypad.usesLeft', { count: usesLeft })}</p>}
        {retryAfter === undefined ? null : <p>{t('keypad.wait', { count: retryAfter })}</p>}
        {offline ? <p>{t('keypad.openedOffline')}</p> : null}
      </div>
    </div>
  );
}
