import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Drawer.module.css';

export type Tabbed = {
  /** The label of the drawer's own content. */
  first: string;
  others: readonly { id: string; label: string; content: ReactNode }[];
  /** The id of the open tab; null: the first. */
  open: string | null;
  onOpen: (id: string | null) => void;
};

const firstTab = 'first';

/**
 * The scrolling part of a drawer, with tabs if there are any. The first tab stays mounted, since it may be a form with
 * unsaved values; the others are mounted while they are open.
 */
export function DrawerTabs({
  tabs,
  alert,
  children,
}: {
  tabs?: Tabbed | undefined;
  alert: ReactNode;
  children: ReactNode;
}) {
  if (!tabs?.others.length) {
    return (
      <div className={styles.body}>
        {alert}
        {children}
      </div>
    );
  }
  return (
    <Tabs
      value={tabs.open ?? firstTab}
      onChange={(id) => tabs.onOpen(id === firstTab ? null : id)}
      className={styles.tabs ?? ''}
      keepMounted={false}
      // on paper the first one stands beside the one that is open
      keepMountedMode="display-none"
    >
      <Tabs.List className={styles.tabList ?? ''}>
        <Tabs.Tab value={firstTab}>{tabs.first}</Tabs.Tab>
        {tabs.others.map(({ id, label }) => (
          // the field that usually has the focus at first is hidden below this one
          <Tabs.Tab key={id} value={id} data-autofocus={id === tabs.open || undefined}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div className={styles.body}>
        {alert}
        <Tabs.Panel value={firstTab} keepMounted>
          {children}
        </Tabs.Panel>
        {tabs.others.map(({ id, content }) => (
          <Tabs.Panel key={id} value={id}>
            {content}
          </Tabs.Panel>
        ))}
      </div>
    </Tabs>
  );
}
