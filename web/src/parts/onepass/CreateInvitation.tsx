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

type Props = { keys: readonly { id: string; name: string }[] };

/** A button that shows the form of an invitation with these keys, for those with the right to send it. */
export function CreateInvitation({ keys }: Props) {
  const { t } = useTranslation();
  const [step, setStep] = useState<'button' | 'form' | 'sent'>('button');
  const may = useCan(can.editSecureKeys).allowed;
  if (!may || step === 'sent') return null;
  return step === 'button' ? (
    <Button size="xs" onClick={() => setStep('form')}>
      {t('onepass.createInvitation')}
    </Button>
  ) : (
    <Suspense fallback={<Spinner />}>
      <InvitationForm keys={keys} onSent={() => setStep('sent')} onCancel={() => setStep('button')} />
    </Suspense>
  );
}
