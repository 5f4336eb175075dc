import { useBlocker } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isConfirming, refuseToConfirm, useConfirming } from '#lib/confirming.ts';
import { lazily } from '#lib/lazily.ts';
import { backCloses } from './backCloses.ts';

const ConfirmAgain = lazily(async () => (await import('./ConfirmAgain.tsx')).ConfirmAgain, { texts: ['confirming'] });

// one function: a blocker that changes moves behind those of forms
const closeOnBack = backCloses(isConfirming, refuseToConfirm);

/** The question whether it is still the person who signed in, above whatever asked for it. */
export function Confirming() {
  const question = useConfirming();
  useBlocker({ shouldBlockFn: closeOnBack, enableBeforeUnload: false });
  return question ? (
    <Suspense>
      <ConfirmAgain key={question.act} {...question} />
    </Suspense>
  ) : null;
}
