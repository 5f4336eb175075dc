import '@mantine/core/styles/Menu.css';
import { imports } from '@keyward/contract/calls';
import { resources } from '@keyward/contract/resources';
import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api.ts';
import { dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import { CanButton } from '#parts/Can.tsx';
import { useCan } from '#parts/useCan.ts';
import { IconAdd } from '#ui/icons.tsx';
import styles from './upload.module.css';

type Props = {
  onAdd: () => void;
  onUpload: () => void;
  /** Opens an earlier import. */
  onOpen: (id: string) => void;
};

/** Adds one profile or, for an in-product administrator, several. Specification, part 2, section 2 'Profiles list'. */
export function AddMenu({ onAdd, onUpload, onOpen }: Props) {
  const { t } = useTranslation();
  const rule = resources.user.edits;
  const label = t('profiles.add');
  if (!useCan(rule).allowed) {
    return (
      <CanButton rule={rule} leftSection={<IconAdd />} onClick={onAdd}>
        {label}
      </CanButton>
    );
  }
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button leftSection={<IconAdd />}>{label}</Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.files}>
        <Menu.Item onClick={onAdd}>{t('imports.menu.one')}</Menu.Item>
        <Menu.Item onClick={onUpload}>{t('imports.menu.many')}</Menu.Item>
        <Earlier onOpen={onOpen} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Earlier imports that are still stored, to be found again in another tab or on another day, and reverted. */
function Earlier({ onOpen }: Pick<Props, 'onOpen'>) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const found = useApi(imports.list, {}, { staleTime: 0 }).data?.data ?? [];
  if (!found.length) return null;
  return (
    <>
      <Menu.Divider role="separator" />
      <Menu.Label>{t('imports.earlier')}</Menu.Label>
      {found.map(({ id, fileName, state, createdAt }) => (
        <Menu.Item key={id} onClick={() => onOpen(id)} className={styles.earlier}>
          {fileName}
          <span className={styles.quiet}>
            {t(`imports.state.${state}`)} · {dateTime(createdAt, zone)}
          </span>
        </Menu.Item>
      ))}
    </>
  );
}
