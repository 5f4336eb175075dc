import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconRefresh } from '#ui/icons.tsx';
import { Tip } from '#ui/Tip.tsx';

/** Refetches the list. */
export function RefreshButton({ loading, onReload }: { loading: boolean; onReload: () => void }) {
  const { t } = useTranslation();
  return (
    <Tip label={t('common.refresh')}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('common.refresh')}
        loading={loading}
        loaderProps={{ size: 16 }}
        onClick={onReload}
      >
        <IconRefresh />
      </ActionIcon>
    </Tip>
  );
}
