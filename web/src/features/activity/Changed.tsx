import type { Event, EventChange } from '@keyward/contract/activity';
import { Nothing } from '#list/table/cells.tsx';
import { shownTags } from '#lib/values.ts';
import { useChanges } from '#parts/useChanges.ts';
import { Chips } from '#ui/Chips.tsx';

/** One part of the changes of an event, in words. */
export function Changed({ event, part }: { event: Event; part: keyof EventChange }) {
  const values = useChanges(event).flatMap((change) => change[part] ?? []);
  return values.length ? <Chips values={[...new Set(values)]} show={shownTags} /> : <Nothing />;
}
