import { dateTime, relativeTime } from '#lib/dates.ts';
import { useNow } from '#lib/now.ts';

type AgoProps = { instant: string; zone: string; words?: 'long' | 'short'; className?: string | undefined };

/** The relative time of an instant; the exact time on hover. `RelativeTime` has a tooltip that the keyboard reaches. */
export function Ago({ instant, zone, words = 'long', className }: AgoProps) {
  const now = useNow();
  return (
    <time dateTime={instant} title={`${dateTime(instant, zone)} · ${zone}`} className={className}>
      {relativeTime(instant, words, now)}
    </time>
  );
}
