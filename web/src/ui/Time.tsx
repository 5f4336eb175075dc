import { Tooltip } from '@mantine/core';
import { dateTime, relativeTime } from '#lib/dates.ts';

type TimeProps = { instant: string; zone: string };

/** An instant in the reader's zone; hovering says how long ago. */
export function DateTime({ instant, zone }: TimeProps) {
  return (
    <Tooltip label={`${relativeTime(instant)} · ${zone}`}>
      <time dateTime={instant}>{dateTime(instant, zone)}</time>
    </Tooltip>
  );
}

/** How long ago; hovering says when exactly. */
export function RelativeTime({ instant, zone }: TimeProps) {
  return (
    <Tooltip label={`${dateTime(instant, zone)} · ${zone}`}>
      <time dateTime={instant}>{relativeTime(instant)}</time>
    </Tooltip>
  );
}
