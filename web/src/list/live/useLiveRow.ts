import type { Call } from '@keyward/contract/endpoint';
import type { LiveChange } from '@keyward/contract/live';
import { useEffect } from 'react';
import { refresh } from '#lib/api.ts';
import { listen } from '#lib/live.ts';
import { paced } from '#lib/paced.ts';

/** The least time between two reads, in ms: more frequent updates could not be read on screen. */
const renewMs = 1_000;

/** Repeats `call`, which is constant, whenever the row with this id changes, or may have changed while the stream was lost. */
export function useLiveRow(resource: keyof LiveChange, id: string, call: Call): void {
  useEffect(() => {
    // the stream is outside React
    const renewing = paced(() => refresh(call), renewMs);
    const concerns = (change: LiveChange[keyof LiveChange]) => !Array.isArray(change) || change.includes(id);
    let looked = false;
    const stop = listen({
      onLook: () => {
        if (looked) renewing.ask();
        looked = true;
      },
      onChange: ({ [resource]: change }) => void (change !== undefined && concerns(change) && renewing.ask()),
    });
    return () => {
      stop();
      renewing.stop();
    };
  }, [resource, id, call]);
}
