import { Button, Tooltip } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery, queryClient, refresh } from '#lib/api.ts';
import { IconTrash } from '#ui/icons.tsx';
import type { EntityCalls } from './EntityDrawer.tsx';

type Props = {
  /** Why it cannot be deleted. */
  kept: string | undefined;
  id: string;
  calls: EntityCalls;
  form: (on: { actions: ReactNode; onReload: () => void; onGone: () => void }) => ReactNode;
  /** The question before it is deleted. */
  removal: (on: { onGone: () => void; onCancel: () => void }) => ReactNode;
};

/** A form with Delete beside Save, which begins again when what others changed meanwhile is wanted. */
export function EntityEditor({ kept, id, calls, form, removal }: Props) {
  const { t } = useTranslation();
  const [deleting, setDeleting] = useState(false);
  // another round begins with what is stored now
  const [round, setRound] = useState(0);
  const onGone = () => void refresh(calls.get, calls.list);
  const stored = { ...apiQuery(calls.get, { params: { id } }), staleTime: 0 };
  const onReload = () => void queryClient.fetchQuery(stored).then(() => setRound((n) => n + 1), onGone);
  if (deleting) return removal({ onGone, onCancel: () => setDeleting(false) });
  const remove = (
    <Button
      variant="subtle"
      color="red"
      c="var(--mantine-color-error)"
      leftSection={<IconTrash />}
      {...(kept === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true })}
      onClick={() => setDeleting(kept === undefined)}
    >
      {t('common.delete')}
    </Button>
  );
  const actions = kept === undefined ? remove : <Tooltip label={kept}>{remove}</Tooltip>;
  return <Fragment key={round}>{form({ actions, onReload, onGone })}</Fragment>;
}
