import { TextInput } from '@mantine/core';
import { type FocusEventHandler, type ReactNode, Suspense } from 'react';
import { lazily } from '#lib/lazily.ts';
import styles from './devices.module.css';

// forms are shown before the presence of a camera is known
const ScanButton = lazily(async () => (await import('./scan/ScanButton.tsx')).ScanButton, { texts: ['scan'] });

type Props = {
  label: string;
  description: string;
  value?: string;
  error?: ReactNode;
  onChange: (serial: string) => void;
  onFocus?: FocusEventHandler<HTMLInputElement>;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  /** Question that contains the field; the device's address can ask it. */
  asks?: 'replace' | undefined;
};

/** Field for the serial number of new hardware: typed, or scanned from its code. */
export function SerialInput({ asks, onChange, ...props }: Props) {
  return (
    <TextInput
      withAsterisk
      classNames={{ input: styles.code ?? '' }}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      rightSectionPointerEvents="all"
      rightSection={
        <Suspense>
          <ScanButton asks={asks} onSerial={onChange} />
        </Suspense>
      }
      {...props}
      onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
    />
  );
}
