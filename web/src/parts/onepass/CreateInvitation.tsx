import { can } from '@keyward/contract/permissions';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { useCan } from '#parts/useCan.ts';
import { Spinner } from '#ui/Spinner.tsx';

const InvitationForm = lazily(async () => (await import('./InvitationForm.tsx')).InvitationForm, {
  texts: ['invitations', 'errors'],
});

type Step = 'button' | 'form' | 'sent';
type Props = {
  keys: readonly { id: string; name: string }[];
  /** Called when the form opens and when it closes. */
  onForm?: (open: boolean) => void;
};

/** A button that shows the form of an invitation with these keys, for profiles with the permission to send it. */
export function CreateInvitation({ keys, onForm }: Props) {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>('button');
  const may = useCan(can.editSecureKeys).allowed;
  const show = (next: Step) => {
    setStep(next);
    onForm?.(next === 'form');
  };
  if (!may || step === 'sent') return null;
  return step === 'button' ? (
    <Button size="xs" onClick={() => show('form')}>
      {t('onepass.createInvitation')}
    </Button>
  ) : (
    <Suspense fallback={<Spinner />}>
      <InvitationForm keys={keys} onSent={() => show('sent')} onCancel={() => show('button')} />
    </Suspense>
  );
}
