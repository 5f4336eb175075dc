import '@mantine/core/styles/Menu.css';
import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconDots, IconTrash } from '#ui/icons.tsx';
import styles from './entity.module.css';

type Props = {
  /** The reason why it cannot be deleted. */
  undeletable: string | undefined;
  onDelete: () => void;
  /** Items above 'Delete'. */
  children?: ReactNode;
};

/** The actions in the head of a drawer. */
export function HeadMenu({ undeletable, onDelete, children }: Props) {
  const { t } = useTranslation();
  return (
    // a menu may contain no focusable element other than its items (ARIA 1.2, 'menu')
    <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('entity.menu')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        <HeadItem
          label={t('common.delete')}
          icon={<IconTrash size={16} />}
          color="var(--mantine-color-error)"
          refused={undeletable}
          onChoose={onDelete}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

type ItemProps = {
  label: string;
  icon: ReactNode;
  color?: string;
  /** The reason why it cannot be done. */
  refused: string | undefined;
  onChoose: () => void;
};

/** An action of the menu, which shows why it cannot be done. */
export function HeadItem({ label, icon, color, refused, onChoose }: ItemProps) {
  return (
    <Menu.Item
      {...(color ? { color } : {})}
      leftSection={icon}
      {...(refused === undefined ? {} : { 'aria-disabled': true, 'data-disabled': true, closeMenuOnClick: false })}
      onClick={() => {
        if (refused === undefined) onChoose();
      }}
    >
      {label}
      {refused === undefined ? null : <span className={styles.reason}>{refused}</span>}
    </Menu.Item>
  );
}
