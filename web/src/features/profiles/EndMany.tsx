import { bulkChanges, profiles } from '@keyward/contract/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeFrame } from '#entity/change/ChangeFrame.tsx';
import { alertRefusal, withoutRows } from '#entity/change/rows.ts';
import { useApi, useApiMutation } from '#lib/api.ts';
import type { BulkDialogProps } from '#list/selection/bulkDialog.ts';
import { offerUndo } from '#parts/bulkUndo.ts';
import { useOnScreen } from '#ui/useOnScreen.ts';
import { ChangePreview } from './ChangePreview.tsx';

/** Ends the validity of the selected profiles now, all or none, after a preview of who loses what. */
export function EndMany({ onDone, onClose, ...chosen }: BulkDialogProps) {
  const { t } = useTranslation();
  const [{ rows, count }, setRows] = useState(chosen);
  const leaveOut = (ids: string[]) => setRows({ rows: withoutRows(rows, ids), count: count - ids.length });
  const preview = useApi(bulkChanges.preview, { body: { rows, change: { kind: 'end' } } }, { staleTime: 0 });
  const isOpen = useOnScreen();
  const end = useApiMutation(profiles.end, {
    onSuccess: ({ data: { changed, id } }) => {
      if (isOpen()) onClose();
      onDone();
      offerUndo('profiles', id, t('profiles.actions.profilesEnded', { count: changed }));
    },
    onError: (error) => alertRefusal('profiles', error, isOpen()),
  });
  const current = preview.isFetching ? undefined : preview.data?.data;
  const words = 'profiles.actions.confirm.endProfiles';
  return (
    <ChangeFrame
      of="profiles"
      title={t(`${words}.title`, { count })}
      fields={
        <div>
          <p>{t(`${words}.text`, { count })}</p>
          <p>{t(`${words}.kept`)}</p>
        </div>
      }
      rows={rows}
      onLeaveOut={leaveOut}
      chosen
      error={preview.isFetching ? null : preview.error}
      preview={current && <ChangePreview preview={current} onLeaveOut={leaveOut} />}
      apply={{
        label: t('profiles.actions.endNow'),
        ready: current !== undefined && current.changed > 0 && current.refusals === 0,
        pending: end.isPending,
        onClick: () => end.mutate({ body: rows }),
      }}
      onClose={onClose}
    />
  );
}
