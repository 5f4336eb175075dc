import { Select } from '@mantine/core';
import type { ChoiceProps } from './Choice.tsx';
import { IconUpDown } from './icons.tsx';

/** A choice after its first press: open, with the focus, and from then on an ordinary select. */
export function ChoiceList({ label, icon, data, value, width, onChoose }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      leftSection={icon}
      rightSection={<IconUpDown size={16} />}
      {...(width ? { w: width } : {})}
      maw="100%"
      data={data}
      value={value}
      allowDeselect={false}
      maxDropdownHeight={400}
      autoFocus
      defaultDropdownOpened
      onChange={(chosen) => {
        if (chosen && chosen !== value) onChoose(chosen);
      }}
    />
  );
}
