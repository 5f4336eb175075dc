import { dateTime, relativeTime } from '#lib/dates.ts';
import { useNow } from '#lib/now.ts';
import { Tip } from './Tip.tsx';

type TimeProps = {
  instant: string;
  zone: string;
  /** The sentence around the relative time. */
  words?: (ago: string) => string;
};

/** The relative time of an instant; the tooltip has the exact time. */
export function RelativeTime({ instant, zone, words = (ago) => ago }: TimeProps) {
  const now = useNow();
  return (
    <Tip label={`${dateTime(instant, zone)} · ${zone}`}>
      <time dateTime={instant}>{words(relativeTime(instant, 'long', now))}</time>
    </Tip>
  );
}
