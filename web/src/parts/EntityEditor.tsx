import type { EndpointSpec } from '@keyward/contract/endpoint';
import { Button, Tooltip } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '#lib/api.ts';
import { IconTrash } from '#ui/icons.tsx';

type Props = {
  /** Why it cannot be deleted. */
  kept: string | undefined;
  /** Reads what is stored now. */
  read: () => Promise<unknown>;
  /** What is stale when it is gone. */
  stale: readonly EndpointSpec[];
  form: (on: { actions: ReactNode; onReload: () => void; onGone: () => void }) => ReactNode;
  /** The question before it is deleted. */
  removal: (on: { onGone: () => void; onCancel: () => void }) => ReactNode;
};

/** A form with Delete beside Save, which begins again when what others changed meanwhile is wanted. */
export function EntityEditor({ kept, read, stale, form, removal }: Props) {
  const { t } = useTranslation();
  const [deleting, setDeleting] = useState(false);
  // another round begins with what is stored now
  const [round, setRound] = useState(0);
  const onGone = () => void refresh(...stale);
  const onReload = () => void read().then(() => setRound((n) => n + 1), onGone);
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
