import { activity } from '@keyward/contract/calls';
import { ActionIcon } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { hasShortcuts } from '#lib/shortcuts.ts';
import { useNeighbours } from '#list/neighbours.ts';
import { IconChevronDown, IconChevronUp } from '#ui/icons.tsx';
import { Tip } from '#ui/Tip.tsx';

const steps = [
  { to: 'previous', keys: ['k', 'ArrowLeft'], Icon: IconChevronUp },
  { to: 'next', keys: ['j', 'ArrowRight'], Icon: IconChevronDown },
] as const;

/** Opens the previous or next event of the list, by buttons or, while the focus is in the drawer, by keys. */
export function Walk({ id, onOpen }: { id: string; onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const around = useNeighbours(activity.list, id);
  const hasLetters = hasShortcuts(useSession());
  const box = useRef<HTMLDivElement>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!hasLetters && event.key.length === 1) return;
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
      {steps.map(({ to, keys: [letter, arrow], Icon }) => (
        <Tip key={to} label={hasLetters ? `${t(`event.${to}`)} (${letter.toUpperCase()})` : t(`event.${to}`)}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t(`event.${to}`)}
            aria-keyshortcuts={hasLetters ? letter : arrow}
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
