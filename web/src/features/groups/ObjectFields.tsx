import type { ManagedTag, TagUsage } from '@keyward/contract/groups';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '#lib/form.ts';
import styles from './groups.module.css';
import type { Kind } from './kinds.ts';
import type { ObjectChoice } from './objects.ts';
import { useCountWords } from './usage.ts';

type Props = {
  kind: Kind;
  form: ContractForm<{ label: string; objects: ObjectChoice }>;
  /** The stored tag; undefined for a new one. */
  tag: ManagedTag | undefined;
  usage: TagUsage | undefined;
};

/**
 * The object types that a tag applies to, and those that require it. Access groups apply to profiles and devices; for a text
 * field the types are chosen.
 */
export function ObjectFields({ kind, form, tag, usage }: Props) {
  const { t } = useTranslation();
  const words = useCountWords();
  const chosen = form.getValues().objects;
  const error = form.errors['objects'];
  const set = (type: keyof ObjectChoice, part: Partial<ObjectChoice['users']>) => {
    form.setFieldValue('objects', { ...chosen, [type]: { ...chosen[type], ...part } });
    form.clearFieldError('objects');
  };
  const lost = {
    profiles: tag?.objects.some((o) => o.type === 'users') && !chosen.users.carries ? (usage?.profiles ?? 0) : 0,
    devices: tag?.objects.some((o) => o.type === 'devices') && !chosen.devices.carries ? (usage?.devices ?? 0) : 0,
  };
  return (
    <fieldset className={styles.choices} aria-invalid={error ? true : undefined}>
      <legend>{t(kind === 'text' ? 'groups.form.carriedBy' : 'groups.form.requiredFor')}</legend>
      {(['users', 'devices'] as const).map((type) => {
        const name = t(type === 'users' ? 'groups.form.profiles' : 'groups.form.devices');
        const always = type === 'devices' && tag?.is_location === true;
        const required = (
          <Checkbox
            label={kind === 'text' ? t('groups.form.required') : name}
            {...(kind === 'text' ? { 'aria-label': `${name}: ${t('groups.form.required')}` } : {})}
            {...(always ? { description: t('groups.form.always') } : {})}
            checked={always || (chosen[type].carries && chosen[type].required)}
            disabled={always || !chosen[type].carries}
            onChange={(event) => set(type, { required: event.currentTarget.checked })}
          />
        );
        if (kind === 'group') return <div key={type}>{required}</div>;
        return (
          <div key={type} className={styles.object}>
            <Checkbox
              label={name}
              checked={chosen[type].carries}
              onChange={(event) => set(type, { carries: event.currentTarget.checked })}
            />
            {required}
          </div>
        );
      })}
      {error ? <p className={styles.fault}>{error}</p> : null}
      {lost.profiles + lost.devices > 0 ? (
        <p className={styles.warning} role="status">
          {t('groups.form.takenFrom', { what: words(lost) })}
        </p>
      ) : null}
    </fieldset>
  );
}
