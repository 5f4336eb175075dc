import '@mantine/core/styles/Menu.css';
import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { IconSort } from '#ui/icons.tsx';
import styles from './tabs.module.css';
import type { ViewLink } from './ViewTabs.tsx';

type Props = {
  target: ReactElement;
  /** Views whose tabs do not fit. */
  further: readonly ViewLink[];
  hidden: readonly ViewLink[];
  /** Absent in a support session, which keeps no order. */
  onArrange: (() => void) | undefined;
  onClose: () => void;
};

/** The views that have no tab, and the way to arrange them. Mounted means open. */
export function MoreViews({ target, further, hidden, onArrange, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Menu
      opened
      onChange={(open) => !open && onClose()}
      position="bottom-end"
      shadow="md"
      width={280}
      returnFocus={false}
      // a menu may contain no focusable element other than its items (ARIA 1.2, 'menu')
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={styles.menu ?? ''}>
        <Items links={further} />
        {hidden.length ? <Menu.Label>{t('views.tabs.hidden')}</Menu.Label> : null}
        <Items links={hidden} />
        {onArrange && further.length + hidden.length ? <Menu.Divider role="separator" /> : null}
        {onArrange ? (
          <Menu.Item leftSection={<IconSort size={16} />} onClick={onArrange}>
            {t('views.tabs.arrange')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

const Items = ({ links }: { links: readonly ViewLink[] }) =>
  links.map(({ value, label, count, href, onClick }) => (
    <Menu.Item
      key={value}
      component="a"
      href={href}
      onClick={onClick}
      {...(count === undefined ? {} : { rightSection: <span className={styles.count}>{count}</span> })}
    >
      {label}
    </Menu.Item>
  ));
