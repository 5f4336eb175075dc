import type { ManagedTag } from '@keyward/contract/groups';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { lazily } from '#lib/lazily.ts';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import type { Kind } from './kinds.ts';
import { AddTag, EditTag } from './TagForm.tsx';
import { AddValue, EditValue } from './ValueForm.tsx';

const EditLocation = lazily(async () => (await import('./EditLocation.tsx')).EditLocation, {
  texts: ['custody', 'locations', 'settings', 'groups', 'errors', 'entity'],
});

/** The open drawer; `id` is the id of the tag. */
export type Opened =
  | { is: 'addTag' }
  | { is: 'editTag' | 'history' | 'addValue'; id: string }
  | { is: 'editValue'; id: string; valueId: string };

type Props = {
  kind: Kind;
  tags: readonly ManagedTag[];
  opened: Opened;
  onCreated: (id: string) => void;
  onClose: () => void;
};

/** The open drawer. It closes when its tag or value is deleted. */
export function Drawers({ kind, tags, opened, onCreated, onClose }: Props) {
  const tag = 'id' in opened ? tags.find(({ id }) => id === opened.id) : undefined;
  const value = 'valueId' in opened ? tag?.values.find(({ id }) => id === opened.valueId) : undefined;
  const gone = ('id' in opened && !tag) || ('valueId' in opened && !value);
  const close = useEffectEvent(onClose);
  // a refetched list may no longer contain the tag or value
  useEffect(() => {
    if (gone) close();
  }, [gone]);
  if (opened.is === 'addTag') return <AddTag kind={kind} onCreated={onCreated} onClose={onClose} />;
  if (!tag) return null;
  switch (opened.is) {
    case 'editTag':
      return <EditTag kind={kind} tag={tag} onClose={onClose} />;
    case 'history':
      return <HistoryDrawer tag={tag} onClose={onClose} />;
    case 'addValue':
      return <AddValue tag={tag} onClose={onClose} />;
    case 'editValue':
      if (!value) return null;
      if (!tag.is_location) return <EditValue tag={tag} value={value} onClose={onClose} />;
      return (
        <Suspense>
          <EditLocation tag={tag} value={value} onClose={onClose} />
        </Suspense>
      );
  }
}
