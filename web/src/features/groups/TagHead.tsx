import type { ManagedTag } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CanButton } from '#parts/Can.tsx';
import { IconClock } from '#ui/icons.tsx';
import type { Opened } from './Drawers.tsx';
import styles from './groups.module.css';
import { type Kind, tagWords } from './kinds.ts';
import { Counts } from './Counts.tsx';
import type { Count } from './count.ts';

type Props = {
  kind: Kind;
  tag: ManagedTag;
  /** Whether the profile may read the number of assignments. */
  counted: boolean;
  usage: Count | undefined;
  onOpen: (opened: Opened) => void;
  children?: ReactNode;
};

/** The chosen tag: name, number of assignments, history. */
export function TagHead({ kind, tag, counted, usage, onOpen, children }: Props) {
  const { t } = useTranslation();
  const [before = '', after = ''] = t('groups.usage.usedBy', { what: '<what>' }).split('<what>');
  return (
    <div className={styles.head}>
      <div className={styles.titles}>
        <p className={styles.kind}>{t(`groups.words.${tagWords(kind)}.one`)}</p>
        <h2>{tag.label}</h2>
        {counted ? (
          // reserves the line until the count loads, to avoid a layout shift
          <p className={styles.quiet}>
            {!usage ? (
              '\u00a0'
            ) : usage.devices || usage.profiles ? (
              <>
                {before}
                <Counts count={usage} tagId={tag.id} />
                {after}
              </>
            ) : (
              t('groups.usage.unused')
            )}
          </p>
        ) : null}
      </div>
      <div className={styles.buttons}>
        <CanButton
          rule={can.readEvents}
          variant="default"
          leftSection={<IconClock />}
          onClick={() => onOpen({ is: 'history', id: tag.id })}
        >
          {t('groups.history.show')}
        </CanButton>
        {children}
      </div>
    </div>
  );
}
