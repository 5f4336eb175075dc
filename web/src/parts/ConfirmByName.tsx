import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/call.ts';
import { ConfirmDrawer } from '#ui/ConfirmDrawer.tsx';

type Props = {
  /** Must be typed exactly before Delete can be pressed. */
  name: string;
  title: string;
  /** What will be lost, in words. */
  text: ReactNode;
  /** 'Delete' unless told. */
  confirmLabel?: string;
  pending: boolean;
  error: ApiError | null;
  /** What failed, in the words of the specification; above the reason. */
  errorTitle?: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** The question before something with a name is deleted for good. Specification, part 1, section 5; part 2, section 4. */
export function ConfirmByName({ name, title, text, confirmLabel, pending, error, errorTitle, ...on }: Props) {
  const { t } = useTranslation();
  return (
    <ConfirmDrawer
      title={title}
      typed={name}
      confirmLabel={confirmLabel ?? t('common.delete')}
      pending={pending}
      error={error}
      {...(errorTitle ? { errorTitle } : {})}
      {...on}
    >
      {text}
    </ConfirmDrawer>
  );
}
