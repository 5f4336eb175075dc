import { Suspense } from 'react';
import { useConfirming } from '#lib/confirming.ts';
import { lazily } from '#lib/lazily.ts';

const ConfirmAgain = lazily(async () => (await import('./ConfirmAgain.tsx')).ConfirmAgain, { texts: ['confirming'] });

/** Question that verifies the person's identity, above the page or dialog that requires it. */
export function Confirming() {
  const question = useConfirming();
  return question ? (
    <Suspense>
      <ConfirmAgain key={question.act} {...question} />
    </Suspense>
  ) : null;
}
