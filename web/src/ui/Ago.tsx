import { dateTime, relativeTime } from '#lib/dates.ts';
import { useNow } from '#lib/now.ts';

type AgoProps = { instant: string; zone: string; words?: 'long' | 'short'; className?: string | undefined };

/** How long ago an instant was; the exact time on hover. For a tooltip that the keyboard reaches see `RelativeTime`. */
export function Ago({ instant, zone, words = 'long', className }: AgoProps) {
  const now = useNow();
  return (
    <time dateTime={instant} title={`${dateTime(instant, zone)} · ${zone}`} className={className}>
      {relativeTime(instant, words, now)}
    </time>
  );
}
