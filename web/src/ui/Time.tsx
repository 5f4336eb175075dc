import { Tooltip } from '@mantine/core';
import { dateTime, relativeTime } from '#lib/dates.ts';

type TimeProps = { instant: string; zone: string };

/** The relative time of an instant; the tooltip has the exact time. */
export function RelativeTime({ instant, zone }: TimeProps) {
  return (
    <Tooltip label={`${dateTime(instant, zone)} · ${zone}`}>
      <time dateTime={instant}>{relativeTime(instant)}</time>
    </Tooltip>
  );
}
