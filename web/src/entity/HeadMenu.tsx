import '@mantine/core/styles/Menu.css';
import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconDots, IconTrash } from '#ui/icons.tsx';
import styles from './entity.module.css';

type Props = {
  /** Why it cannot be deleted. */
  kept: string | undefined;
  onDelete: () => void;
  /** Items above 'Delete'. */
  children?: ReactNode;
};

/** The actions in the head of a drawer. */
export function HeadMenu({ kept, onDelete, children }: Props) {
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
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} />}
          {...(kept === undefined ? {} : { 'aria-disabled': true, 'data-disabled': true, closeMenuOnClick: false })}
          onClick={() => {
            if (kept === undefined) onDelete();
          }}
        >
          {t('common.delete')}
          {kept === undefined ? null : <span className={styles.reason}>{kept}</span>}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
