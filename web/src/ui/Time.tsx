import { Tooltip } from '@mantine/core';
import { dateTime, relativeTime } from '#lib/dates.ts';

type TimeProps = { instant: string; zone: string };

/** How long ago; hovering says when exactly. */
export function RelativeTime({ instant, zone }: TimeProps) {
  return (
    <Tooltip label={`${dateTime(instant, zone)} · ${zone}`}>
      <time dateTime={instant}>{relativeTime(instant)}</time>
    </Tooltip>
  );
}
