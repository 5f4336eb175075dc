import { activity } from '@keyward/contract/calls';
import { ActionIcon } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNeighbours } from '#list/neighbours.ts';
import { IconChevronDown, IconChevronUp } from '#ui/icons.tsx';
import { Tip } from '#ui/Tip.tsx';

const steps = [
  { to: 'previous', keys: ['k', 'ArrowLeft'], Icon: IconChevronUp },
  { to: 'next', keys: ['j', 'ArrowRight'], Icon: IconChevronDown },
] as const;

/** Goes to the events around this one in the list, by buttons and by keys while the focus is in the drawer. */
export function Walk({ id, onOpen }: { id: string; onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const around = useNeighbours(activity.list, id);
  const box = useRef<HTMLDivElement>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const to = steps.find(({ keys }) => keys.some((key) => key === event.key))?.to;
    const other = to && around[to];
    if (!other) return;
    event.preventDefault();
    onOpen(other);
  });
  useEffect(() => {
    // the keys are those of the whole drawer, which another component renders
    const drawer = box.current?.closest<HTMLElement>('[role=dialog], aside');
    drawer?.addEventListener('keydown', onKey);
    return () => drawer?.removeEventListener('keydown', onKey);
  }, []);
  if (!around.previous && !around.next) return <div ref={box} />;
  return (
    <div ref={box} style={{ display: 'flex', gap: 4 }}>
      {steps.map(({ to, keys: [key], Icon }) => (
        <Tip key={to} label={`${t(`event.${to}`)} (${key.toUpperCase()})`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t(`event.${to}`)}
            aria-keyshortcuts={key}
            aria-disabled={!around[to]}
            style={around[to] ? undefined : { opacity: 0.4, cursor: 'default' }}
            onClick={() => around[to] && onOpen(around[to])}
          >
            <Icon size={16} />
          </ActionIcon>
        </Tip>
      ))}
    </div>
  );
}
