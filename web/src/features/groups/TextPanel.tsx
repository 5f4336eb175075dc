import type { ManagedTag } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { useTranslation } from 'react-i18next';
import { namesInList } from '#lib/namesInList.ts';
import { useCan } from '#parts/useCan.ts';
import { FactLine, Facts } from '#ui/Facts.tsx';
import type { Opened } from './Drawers.tsx';
import { TagHead } from './TagHead.tsx';
import { useUsage } from './usage.ts';

/** A text field has no values, so the panel describes its use. */
export function TextPanel({ tag, onOpen }: { tag: ManagedTag; onOpen: (opened: Opened) => void }) {
  const { t } = useTranslation();
  const { allowed } = useCan(can.editTextTags);
  const usage = useUsage(tag.id, allowed);
  const names = { users: t('groups.form.profiles'), devices: t('groups.form.devices') };
  const list = (objects: ManagedTag['objects']) => namesInList(objects.map((o) => names[o.type])) || t('list.none');
  return (
    <>
      <TagHead kind="text" tag={tag} counted={allowed} usage={usage} onOpen={onOpen} />
      <Facts>
        <FactLine label={t('groups.form.carriedBy')}>{list(tag.objects)}</FactLine>
        <FactLine label={t('groups.form.requiredFor')}>{list(tag.objects.filter((o) => o.required))}</FactLine>
      </Facts>
    </>
  );
}
