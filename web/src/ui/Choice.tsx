import { type ComboboxData, TextInput } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { lazily } from '#lib/lazily.ts';
import { IconUpDown } from './icons.tsx';

const ChoiceList = lazily(async () => (await import('./ChoiceList.tsx')).ChoiceList);

export type ChoiceProps = {
  label: string;
  icon: ReactNode;
  data: ComboboxData;
  value: string;
  /** The name of the value. */
  text: string;
  width?: number;
  onChoose: (value: string) => void;
};

/** A single choice that renders without the code of its list, which loads on the first press and opens by itself. */
export function Choice(props: ChoiceProps) {
  const { label, icon, text, width } = props;
  const [wanted, setWanted] = useState(false);
  const closed = (
    <TextInput
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- while it is closed there is nothing it controls
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={label}
      leftSection={icon}
      rightSection={<IconUpDown size={16} />}
      rightSectionPointerEvents="none"
      {...(width ? { w: width } : {})}
      maw="100%"
      readOnly
      pointer
      value={text}
      onPointerEnter={() => void ChoiceList.preload()}
      onFocus={() => void ChoiceList.preload()}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (!['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key)) return;
        event.preventDefault();
        setWanted(true);
      }}
    />
  );
  return wanted ? (
    <Suspense fallback={closed}>
      <ChoiceList {...props} />
    </Suspense>
  ) : (
    closed
  );
}
