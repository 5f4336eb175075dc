import type { Call } from '@keyward/contract/endpoint';
import { useEffect } from 'react';
import { listen } from '#lib/live.ts';
import { paced } from '#lib/paced.ts';
import { refresh } from '#lib/api.ts';

/** Shortest interval of reads, in ms: more frequent updates would be unreadable. */
const renewMs = 2_000;

/** Reads a call again when devices change. */
export function useLiveDevices(call: Call): void {
  useEffect(() => {
    // the stream is outside React
    const renewing = paced(() => refresh(call), renewMs);
    const stop = listen({
      onLook: () => renewing.ask(),
      onChange: ({ device }) => void (device !== undefined && renewing.ask()),
    });
    return () => {
      stop();
      renewing.stop();
    };
  }, [call]);
}
