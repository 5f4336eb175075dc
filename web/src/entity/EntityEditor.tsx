import { Button, Tooltip } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '#lib/api.ts';
import { IconTrash } from '#ui/icons.tsx';
import type { EntityCalls } from './EntityDrawer.tsx';

type Props = {
  /** The reason why it cannot be deleted. */
  kept: string | undefined;
  calls: EntityCalls;
  form: (on: { actions: ReactNode; onGone: () => void }) => ReactNode;
  /** The confirmation of its deletion. */
  removal: (on: { onCancel: () => void }) => ReactNode;
};

/** A form with Delete beside Save. */
export function EntityEditor({ kept, calls, form, removal }: Props) {
  const { t } = useTranslation();
  const [deleting, setDeleting] = useState(false);
  const onGone = () => void refresh(calls.get, calls.list);
  if (deleting) return removal({ onCancel: () => setDeleting(false) });
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
  return form({ actions, onGone });
}
