/** A silence of a controller: its last report before it (null before its first report) and the first after it, ISO instants. */
export type Silence = { last: string | null; first: string };

/**
 * The silences before reports that arrived at these times, in order: gaps longer than the time after which the tenant counts an
 * OKM as offline. `last`: the report before them.
 */
export function silencesIn(last: string | null, arrivals: readonly Date[], offlineMinutes: number): Silence[] {
  const silences: Silence[] = [];
  let before = last;
  for (const arrival of arrivals) {
    const first = arrival.toISOString();
    const gap = before === null ? Infinity : Date.parse(first) - Date.parse(before);
    if (gap > offlineMinutes * 60_000) silences.push({ last: before, first });
    if (before === null || before < first) before = first;
  }
  return silences;
}
