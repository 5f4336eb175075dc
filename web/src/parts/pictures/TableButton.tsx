import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Switches from a picture to its table and back. */
export function TableButton({ isTable, onTable }: { isTable: boolean; onTable: (isTable: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Button size="compact-sm" variant="subtle" aria-pressed={isTable} onClick={() => onTable(!isTable)}>
      {t('pictures.table')}
    </Button>
  );
}
