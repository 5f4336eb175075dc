import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCan } from '#parts/useCan.ts';
import type { CsvChoice } from './shape.ts';

type Props = {
  choices: readonly CsvChoice[];
  /** The button was pressed before the menu was loaded. */
  pressed: boolean;
  onChoose: (choice: CsvChoice) => void;
  onClose: () => void;
  children: ReactNode;
};

/** The menu of a list with several downloads. `children`: the button that opens it. */
export function CsvMenu({ choices, pressed, onChoose, onClose, children }: Props) {
  return (
    <Menu position="bottom-start" defaultOpened={pressed} onClose={onClose}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Choice key={choice.label ?? choice.rule.name} choice={choice} onChoose={onChoose} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A disabled choice shows the reason. */
function Choice({ choice, onChoose }: { choice: CsvChoice; onChoose: Props['onChoose'] }) {
  const { allowed, reason } = useCan(choice.rule);
  return (
    <Menu.Item
      {...(allowed ? {} : { 'data-disabled': true, 'aria-disabled': true, rightSection: <small>{reason}</small> })}
      closeMenuOnClick={allowed}
      onClick={() => allowed && onChoose(choice)}
    >
      {choice.label}
    </Menu.Item>
  );
}
