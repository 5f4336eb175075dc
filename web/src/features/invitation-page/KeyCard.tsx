import type { InvitationPage } from '@keyward/contract/invitation-page';
import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconClock, IconKey, IconPlace, IconRefresh, IconSuccess } from '#ui/icons.tsx';
import { CodeView } from './CodeView.tsx';
import { untilWords } from './until.ts';
import { type ShownCode, useCode } from './useCode.ts';
import { useFocusKept } from './useFocusKept.ts';
import styles from './invitation.module.css';

type Key = InvitationPage['keys'][number];

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  );
}

/** Card of a key: its device, location, end and number of uses; below, the actions of the recipient. */
export function KeyCard({ of, children }: { of: Key; children?: ReactNode }) {
  const { t, i18n } = useTranslation();
  const until = untilWords(of.expiration_timestamp, of.time_zone, i18n.language);
  return (
    <section className={styles.key} aria-labelledby={of.id}>
      <div className={styles.name}>
        <h2 id={of.id}>{of.device_name}</h2>
        {of.state === 'active' ? null : <span className={styles.over}>{t(`invitationPage.keyState.${of.state}`)}</span>}
      </div>
      <ul className={styles.facts}>
        {of.location === null ? null : <Fact icon={<IconPlace size={18} />}>{of.location}</Fact>}
        <Fact icon={<IconClock size={18} />}>
          {t('invitationPage.until', { time: until.time })}
          <small>{until.zone}</small>
        </Fact>
        <Fact icon={<IconKey size={18} />}>
          {t('invitationPage.usesLeft', { count: Math.max(0, of.count - of.uses), max: of.count })}
        </Fact>
        {of.state === 'active' && of.lock_ready !== null ? (
          <Fact icon={of.lock_ready ? <IconSuccess size={18} /> : <IconRefresh size={18} />}>
            {t(of.lock_ready ? 'invitationPage.lockReady' : 'invitationPage.lockWaiting')}
          </Fact>
        ) : null}
      </ul>
      {children}
    </section>
  );
}

type CodeProps = {
  invitation: string;
  of: Key;
  /** Whether there are other keys, so that the button names the device. */
  several: boolean;
  onShown: (shown: boolean) => void;
  onEnd: () => void;
};

/** The button that shows the code, or the code. */
export function KeyCode({ invitation, of, several, onShown, onEnd }: CodeProps) {
  const { t } = useTranslation();
  const { shown, show, hide } = useCode(invitation, of, onEnd);
  const box = useFocusKept<HTMLDivElement>(shown.step);
  const isShown = shown.step === 'shown';
  const codeWords = ({ code }: ShownCode) =>
    code === null ? t('invitationPage.usedCode') : t('invitationPage.codeIs', { code: [...code].join(' ') });
  // the page reads more often while a code is on screen
  useEffect(() => {
    if (!isShown) return;
    onShown(true);
    return () => onShown(false);
  }, [isShown, onShown]);
  return (
    <div ref={box} className={styles.act}>
      {/* mounted before its first text, which would not be read out otherwise; each code is read once, digit by digit */}
      <VisuallyHidden role="status">{isShown ? codeWords(shown) : ''}</VisuallyHidden>
      {isShown ? (
        <CodeView shown={shown} onHide={hide} />
      ) : (
        <>
          <Button
            size="lg"
            fullWidth
            loading={shown.step === 'asking'}
            onClick={show}
            {...(several ? { 'aria-label': t('invitationPage.showCodeFor', { device: of.device_name }) } : {})}
          >
            {t('invitationPage.showCode')}
          </Button>
          <p className={styles.failure} role="alert">
            {shown.step === 'hidden' ? shown.error : ''}
          </p>
        </>
      )}
    </div>
  );
}
