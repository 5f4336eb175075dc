import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { IconDots } from '#ui/icons.tsx';
import styles from './rowTools.module.css';

export type RowButtonProps = Omit<ComponentProps<'button'>, 'id'> & {
  id: string;
  /** The element that names the row. */
  nameId: string;
};

/** Opens the actions of a row. */
export function RowButton({ id, nameId, ...props }: RowButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      {...props}
      type="button"
      id={id}
      className={styles.more}
      aria-label={t('list.selection.actions')}
      aria-labelledby={`${id} ${nameId}`}
      aria-haspopup="menu"
    >
      <IconDots size={18} />
    </button>
  );
}
