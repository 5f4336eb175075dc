import { TextInput } from '@mantine/core';
import { type FocusEventHandler, type ReactNode, Suspense } from 'react';
import { lazily } from '#lib/lazily.ts';
import styles from './devices.module.css';

// a form is shown before it is known whether there is a camera
const ScanButton = lazily(async () => (await import('./scan/ScanButton.tsx')).ScanButton, { texts: ['scan'] });

type Props = {
  label: string;
  description: string;
  value?: string;
  error?: ReactNode;
  onChange: (serial: string) => void;
  onFocus?: FocusEventHandler<HTMLInputElement>;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  /** The question that the field is in: the address of a device asks it. */
  asks?: 'replace' | undefined;
};

/** The serial number of new hardware: typed, or read from its code. */
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
