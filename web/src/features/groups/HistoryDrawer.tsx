import type { ManagedTag } from '@keyward/contract/groups';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { History } from '#entity/history/History.ts';
import { DrawerFrame } from '#ui/DrawerFrame.tsx';
import { Spinner } from '#ui/Spinner.tsx';

/** Events of a tag and its values. */
export function HistoryDrawer({ tag, onClose }: { tag: ManagedTag; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <DrawerFrame title={t('groups.history.title', { name: tag.label })} onClose={onClose}>
      <Suspense fallback={<Spinner />}>
        <History id={tag.id} by={['entity_id']} />
      </Suspense>
    </DrawerFrame>
  );
}
