import type { BulkChange } from '@keyward/contract/bulk-changes';
import { bulkChanges } from '@keyward/contract/calls';
import { useTranslation } from 'react-i18next';
import { ChangeFrame } from '#entity/change/ChangeFrame.tsx';
import { alertRefusal } from '#entity/change/rows.ts';
import { useChange } from '#entity/change/useChange.ts';
import { useApi, useApiMutation } from '#lib/api.ts';
import type { BulkDialogProps } from '#list/selection/bulkDialog.ts';
import { offerUndo } from '#parts/bulkUndo.ts';
import { useOnScreen } from '#ui/useOnScreen.ts';
import { ChangeFields } from './ChangeFields.tsx';
import { ChangePreview } from './ChangePreview.tsx';

/** Applies one change to the selected profiles, all or none, after a preview of who gains and loses what. */
export function ChangeMany({ onDone, onClose, ...chosen }: BulkDialogProps) {
  const { t } = useTranslation();
  const { rows, count, leaveOut, change, setChange, asked, isSettled } = useChange<BulkChange>(chosen);
  const preview = useApi(
    bulkChanges.preview,
    { body: { rows, change: asked ?? { kind: 'sendReset' } } },
    { enabled: asked !== undefined, staleTime: 0 },
  );
  const isOpen = useOnScreen();
  const apply = useApiMutation(bulkChanges.apply, {
    onSuccess: ({ data: { changed, id } }) => {
      if (isOpen()) onClose();
      onDone();
      const sent = change?.kind === 'sendReset';
      offerUndo('profiles', id, t(sent ? 'bulk.sent' : 'bulk.profiles.changed', { count: changed }));
    },
    onError: (error) => alertRefusal('profiles', error, isOpen()),
  });
  const current = isSettled && !preview.isFetching ? preview.data?.data : undefined;
  return (
    <ChangeFrame
      of="profiles"
      title={t('bulk.profiles.title', { count })}
      fields={<ChangeFields onChange={setChange} />}
      rows={rows}
      onLeaveOut={leaveOut}
      chosen={change !== undefined}
      input={change}
      error={preview.isFetching ? null : preview.error}
      preview={current && <ChangePreview preview={current} onLeaveOut={leaveOut} />}
      apply={{
        label:
          change?.kind === 'sendReset'
            ? t('bulk.send', { count: current?.mails ?? count })
            : t('bulk.profiles.apply', { count: current?.changed ?? count }),
        ready: current !== undefined && current.changed > 0 && current.refusals === 0,
        pending: apply.isPending,
        onClick: () => change && apply.mutate({ body: { rows, change } }),
      }}
      onClose={onClose}
    />
  );
}
