import { dateTime, relativeTime } from '#lib/dates.ts';
import { Tip } from './Tip.tsx';

type TimeProps = {
  instant: string;
  zone: string;
  /** The sentence around the relative time. */
  words?: (ago: string) => string;
};

/** The relative time of an instant; the tooltip has the exact time. */
export function RelativeTime({ instant, zone, words = (ago) => ago }: TimeProps) {
  return (
    <Tip label={`${dateTime(instant, zone)} · ${zone}`}>
      <time dateTime={instant}>{words(relativeTime(instant))}</time>
    </Tip>
  );
}
