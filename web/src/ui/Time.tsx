import { Tooltip } from '@mantine/core';
import { dateTime, relativeTime } from '#lib/dates.ts';

type TimeProps = {
  instant: string;
  zone: string;
  /** The sentence around the relative time. */
  words?: (ago: string) => string;
};

/** The relative time of an instant; the tooltip has the exact time. */
export function RelativeTime({ instant, zone, words = (ago) => ago }: TimeProps) {
  return (
    <Tooltip label={`${dateTime(instant, zone)} · ${zone}`}>
      <time dateTime={instant}>{words(relativeTime(instant))}</time>
    </Tooltip>
  );
}
