import { useState } from 'react';

/** The most steps back. */
const most = 20;

type Trail = { at: string | undefined; before: readonly { range: string | undefined }[] };

/** The trail after a range: one step back where it is the last one before, else one step on. */
export function follow({ at, before }: Trail, range: string | undefined): Trail {
  if (range === at) return { at, before };
  const last = before.at(-1);
  if (last && last.range === range) return { at: range, before: before.slice(0, -1) };
  return { at: range, before: [...before, { range: at }].slice(-most) };
}

/** The ranges before this one, the last one last, since the list was opened. However they were set: by bars, by fields or by Back. */
export function useTrail(range: string | undefined): Trail['before'] {
  const [trail, setTrail] = useState<Trail>({ at: range, before: [] });
  if (trail.at === range) return trail.before;
  const next = follow(trail, range);
  setTrail(next);
  return next.before;
}
