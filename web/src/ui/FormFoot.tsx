import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UnsavedQuestion } from './UnsavedQuestion.tsx';
import type { useFormGuard } from './useFormGuard.ts';

type Props = {
  className: string | undefined;
  guard: Pick<ReturnType<typeof useFormGuard>, 'asking' | 'close' | 'discard' | 'keep'>;
  /** The button that submits. */
  children: ReactNode;
};

/** The buttons of a form that is a part of a drawer, or the question before it is closed with unsaved changes. */
export function FormFoot({ className, guard, children }: Props) {
  const { t } = useTranslation();
  if (guard.asking) return <UnsavedQuestion className={className} onDiscard={guard.discard} onKeep={guard.keep} />;
  return (
    <div className={className}>
      <Button variant="default" onClick={guard.close}>
        {t('common.cancel')}
      </Button>
      {children}
    </div>
  );
}
