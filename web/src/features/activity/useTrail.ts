import { useState } from 'react';

/** Largest number of steps back. */
const most = 20;

type Trail = { at: string | undefined; before: readonly { range: string | undefined }[] };

/** Trail after a range is set: shorter by a step if the range is the last one of the trail, else longer by a step. */
export function follow({ at, before }: Trail, range: string | undefined): Trail {
  if (range === at) return { at, before };
  const last = before.at(-1);
  if (last && last.range === range) return { at: range, before: before.slice(0, -1) };
  return { at: range, before: [...before, { range: at }].slice(-most) };
}

/** The earlier ranges since the list was opened, the latest last, no matter whether bars, fields or Back set them. */
export function useTrail(range: string | undefined): Trail['before'] {
  const [trail, setTrail] = useState<Trail>({ at: range, before: [] });
  if (trail.at === range) return trail.before;
  const next = follow(trail, range);
  setTrail(next);
  return next.before;
}
