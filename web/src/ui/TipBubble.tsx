import { Tooltip } from '@mantine/core';

type BubbleProps = { id: string; label: string; target: HTMLElement; opened: boolean };

/** The bubble of a tip, placed beside its target. */
export function TipBubble({ id, label, target, opened }: BubbleProps) {
  return (
    <Tooltip
      // Mantine gives the bubble an id of its own, which the target cannot know
      label={<span id={id}>{label}</span>}
      target={target}
      opened={opened}
      withArrow
      multiline
      maw={320}
    />
  );
}
