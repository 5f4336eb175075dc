import '@mantine/core/styles/Switch.css';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Following } from './useFollow.ts';

/** Switches following on and off, and says when it pauses. */
export function FollowSwitch({ state, onSwitch }: { state: Following; onSwitch: (on: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <>
      {state === 'paused' ? <span>{t('list.live.paused')}</span> : null}
      <Switch
        size="xs"
        label={t('list.live.follow')}
        checked={state !== 'off'}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
    </>
  );
}
