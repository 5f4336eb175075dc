import { groups, type ManagedTag } from '@keyward/contract/groups';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '#lib/api.ts';
import { ConfirmByName } from '#parts/ConfirmByName.tsx';
import styles from './groups.module.css';
import { type Kind, succeed, tagWords } from './kinds.ts';
import { type Count, useCountWords, useUsage } from './usage.ts';

type LossProps = { name: string; usage: Count | undefined; inside: string | null };

/** What goes with it, in words. */
function Losses({ name, usage, inside }: LossProps) {
  const { t } = useTranslation();
  const words = useCountWords();
  const what = usage ? words(usage) : '';
  const lost = [...(inside ? [inside] : []), ...(what ? [t('groups.removal.lostFrom', { what })] : [])];
  return (
    <>
      <p className={styles.text}>
        <strong>{t('groups.removal.question', { name })}</strong> {t('groups.removal.permanent')}
      </p>
      {lost.length ? (
        <div>
          <p className={styles.text}>{t('groups.removal.lost')}</p>
          <ul className={styles.lost}>
            {lost.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {usage && !what ? <p className={styles.text}>{t('groups.removal.nobody')}</p> : null}
      <p className={styles.quiet}>{t('groups.removal.kept')}</p>
    </>
  );
}

export function RemoveTag({ kind, tag, onClose }: { kind: Kind; tag: ManagedTag; onClose: () => void }) {
  const { t } = useTranslation();
  const usage = useUsage(tag.id, true);
  const words = tagWords(kind);
  const remove = useApiMutation(groups.remove, {
    onSuccess: () => {
      succeed(t(`groups.words.${words}.deleted`));
      onClose();
    },
  });
  const count = tag.values.length;
  const inside =
    kind === 'text' ? t('groups.removal.lostText') : count ? t('groups.removal.lostValues', { count }) : null;
  return (
    <ConfirmByName
      name={tag.label}
      title={t(`groups.words.${words}.remove`)}
      text={<Losses name={tag.label} usage={usage} inside={inside} />}
      pending={remove.isPending}
      error={remove.error}
      errorTitle={t('groups.failures.tagCouldNotBeDeleted')}
      onConfirm={() => remove.mutate({ params: { id: tag.id } })}
      onClose={onClose}
    />
  );
}

type ValueProps = { tag: ManagedTag; value: ManagedTag['values'][number]; onClose: () => void };

export function RemoveValue({ tag, value, onClose }: ValueProps) {
  const { t } = useTranslation();
  const usage = useUsage(tag.id, true)?.values.find(({ id }) => id === value.id);
  const edit = useApiMutation(groups.editValues, {
    onSuccess: () => {
      succeed(t('groups.words.groupValue.deleted'));
      onClose();
    },
  });
  return (
    <ConfirmByName
      name={value.name}
      title={t('groups.words.groupValue.remove')}
      text={<Losses name={value.name} usage={usage} inside={null} />}
      pending={edit.isPending}
      error={edit.error}
      errorTitle={t('groups.failures.valueCouldNotBeDeleted')}
      onConfirm={() =>
        edit.mutate({ params: { id: tag.id }, body: { values: [{ oldValue: value.name, newValue: null }] } })
      }
      onClose={onClose}
    />
  );
}
