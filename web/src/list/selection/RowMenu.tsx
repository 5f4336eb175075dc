import '@mantine/core/styles/Menu.css';
import type { ViewAction } from '@keyward/contract/list';
import { Menu } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useListWords } from '#list/listWords.ts';
import { useJudge } from '#parts/useCan.ts';
import styles from './actions.module.css';
import { portalAddress, ruleOf } from './actions.ts';
import { RowButton, type RowButtonProps } from './RowButton.tsx';
import type { Row } from './selection.ts';

type Props = {
  row: Row;
  /** The actions that fit the row. */
  actions: ViewAction[];
  button: RowButtonProps;
  open: boolean;
  onOpen: (open: boolean) => void;
  onAct: (action: ViewAction) => void;
};

/** The actions of one row. */
export function RowMenu({ row, actions, button, open, onOpen, onAct }: Props) {
  const words = useListWords();
  const judge = useJudge();
  const { history } = useRouter();
  const target = useRef<HTMLButtonElement>(null);
  const change = (opened: boolean) => {
    onOpen(opened);
    // the menu cannot return the focus, since this button has replaced the one that was pressed first
    if (!opened) target.current?.focus({ preventScroll: true });
  };
  const act = (action: ViewAction) => {
    if (action.type !== 'view' && action.type !== 'create') return onAct(action);
    const address = portalAddress(action.apiUrl ?? '', row);
    // not an address of the portal: the action is not performed
    if (address === undefined) console.error(`The action ${action.id} leads nowhere: ${action.apiUrl}`);
    else history.push(address);
  };
  return (
    <Menu
      opened={open}
      onChange={change}
      position="bottom-end"
      shadow="md"
      returnFocus={false}
      // a menu may contain no focusable element other than its items (ARIA 1.2, 'menu')
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <RowButton {...button} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => {
          if (action.type === 'spacer') return <Menu.Divider key={action.id} role="separator" />;
          const rule = ruleOf(action);
          const reason = rule && judge(rule).reason;
          return (
            <Menu.Item
              key={action.id}
              {...(action.type === 'delete' ? { color: 'var(--mantine-color-error)' } : {})}
              {...(reason === undefined
                ? {}
                : { 'aria-disabled': true, 'data-disabled': true, closeMenuOnClick: false })}
              onClick={() => {
                if (reason === undefined) act(action);
              }}
            >
              {words.action(action.text, action.text)}
              {reason === undefined ? null : <span className={styles.reason}>{reason}</span>}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
