import { Suspense } from 'react';
import { useConfirming } from '#lib/confirming.ts';
import { lazily } from '#lib/lazily.ts';

const ConfirmAgain = lazily(async () => (await import('./ConfirmAgain.tsx')).ConfirmAgain, { texts: ['confirming'] });

/** The question whether it is still the person who signed in, above whatever asked for it. */
export function Confirming() {
  const question = useConfirming();
  return question ? (
    <Suspense>
      <ConfirmAgain key={question.act} {...question} />
    </Suspense>
  ) : null;
}
