import type { ManagedTag } from '@keyward/contract/groups';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawers, type Opened } from './Drawers.tsx';
import styles from './groups.module.css';
import type { Kind } from './kinds.ts';
import { TagPanel } from './TagPanel.tsx';
import { TextPanel } from './TextPanel.tsx';
import { useGroupsUrl } from './useGroupsUrl.ts';
import { ValuePanel } from './ValuePanel.tsx';

type Props = { kind: Kind; tags: readonly ManagedTag[] };

/** Tags on the left, the chosen tag on the right; stacked on a phone. */
export function Panels({ kind, tags }: Props) {
  const { t } = useTranslation();
  const url = useGroupsUrl();
  const [opened, setOpened] = useState<Opened | null>(null);
  const right = useRef<HTMLElement>(null);
  const tag = tags.find(({ id }) => id === url.tag) ?? tags[0];
  const choose = (id: string) => {
    url.showTag(id);
    // stacked panels can be out of view
    if (matchMedia('(max-width: 820px)').matches) right.current?.scrollIntoView({ block: 'nearest' });
  };
  const name = tag?.label ?? '';
  return (
    <div className={styles.panels}>
      <TagPanel kind={kind} tags={tags} chosen={tag?.id} onChoose={choose} onOpen={setOpened} />
      <section className={styles.panel} aria-label={name || t('groups.words.groupValue.other')} ref={right}>
        {!tag ? (
          <p className={styles.quiet}>{t(kind === 'group' ? 'groups.firstCategory' : 'groups.words.textTag.hint')}</p>
        ) : kind === 'group' ? (
          <ValuePanel key={tag.id} tag={tag} onOpen={setOpened} />
        ) : (
          <TextPanel key={tag.id} tag={tag} onOpen={setOpened} />
        )}
      </section>
      {opened ? (
        <Drawers kind={kind} tags={tags} opened={opened} onCreated={url.showTag} onClose={() => setOpened(null)} />
      ) : null}
    </div>
  );
}
