import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTime } from '#lib/dates.ts';
import { useSession } from '#lib/session.ts';
import { IconWarning } from '#ui/icons.tsx';
import styles from './conflict.module.css';
import type { Merge, NamedField } from './useMerge.ts';

/**
 * Shown above a form whose save was refused: the profile that saved first, the fields that both changed, and the choice between
 * the two.
 */
export function Conflict<V>({ merge, disabled }: { merge: Merge<V>; disabled: boolean }) {
  const { t } = useTranslation();
  const { zone } = useSession();
  const panel = useRef<HTMLElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const headId = useId();
  const textId = useId();
  const { round, reminders } = merge;
  // scrolls up to the refusal, which is above the focused field
  useEffect(() => {
    if (!round || disabled) return;
    head.current?.focus();
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [round, disabled]);
  // focuses the first open question; a disabled field could not take the focus
  useEffect(() => {
    if (reminders > 0) panel.current?.querySelector<HTMLElement>('[aria-invalid="true"] input')?.focus();
  }, [reminders]);
  if (!round) return null;
  const { by } = round;
  const at = dateTime(round.at, zone);
  const fieldOf = (key: string) => merge.fields.filter((field) => field.key === key);
  const wordsOf = (field: NamedField<V>, values: V) => field.words(field.of(values)) || t('common.conflict.empty');
  return (
    <section ref={panel} className={styles.panel} aria-labelledby={headId}>
      <h3 ref={head} id={headId} tabIndex={-1} className={styles.title} aria-describedby={textId}>
        <IconWarning size={18} />
        <span>{by ? t('common.conflict.title', { by, at }) : t('common.conflict.titleUnknown', { at })}</span>
      </h3>
      <p id={textId} className={styles.text}>
        {t(
          round.clashes.length
            ? 'common.conflict.choose'
            : round.taken.length
              ? 'common.conflict.merged'
              : 'common.conflict.nothing',
        )}
      </p>
      {round.clashes.flatMap(fieldOf).map((field) => (
        <Question key={field.key} field={field} merge={merge} round={round} disabled={disabled} wordsOf={wordsOf} />
      ))}
      {round.taken.length ? (
        <div>
          <p className={styles.text}>{by ? t('common.conflict.taken', { by }) : t('common.conflict.takenUnknown')}</p>
          <ul className={styles.taken}>
            {round.taken.flatMap(fieldOf).map((field) => (
              <li key={field.key}>
                {t('common.conflict.takenField', {
                  field: field.label,
                  before: wordsOf(field, round.base),
                  after: wordsOf(field, round.theirs),
                })}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}

type QuestionProps<V> = {
  field: NamedField<V>;
  merge: Merge<V>;
  round: NonNullable<Merge<V>['round']>;
  disabled: boolean;
  wordsOf: (field: NamedField<V>, values: V) => string;
};

/** The choice between mine and theirs; a third value typed in the field itself answers the question too. */
function Question<V>({ field, merge, round, disabled, wordsOf }: QuestionProps<V>) {
  const { t } = useTranslation();
  const labelId = useId();
  const faultId = useId();
  const chosen = merge.chosen(field.key);
  const missing = merge.reminders > 0 && chosen === undefined;
  return (
    <div
      role="radiogroup"
      className={styles.question}
      aria-labelledby={labelId}
      {...(missing ? { 'aria-invalid': true, 'aria-describedby': faultId } : {})}
    >
      <span id={labelId} className={styles.label}>
        {field.label}
      </span>
      {(['mine', 'theirs'] as const).map((side) => (
        <label key={side} className={styles.side}>
          <input
            type="radio"
            name={`conflict ${field.key}`}
            checked={chosen === side}
            disabled={disabled}
            onChange={() => merge.choose(field.key, side)}
          />
          <span className={styles.choice}>{t(`common.conflict.${side}`)}</span>
          <span className={styles.value}>{wordsOf(field, round[side])}</span>
        </label>
      ))}
      {missing ? (
        <p id={faultId} className={styles.fault}>
          {t('common.conflict.missing')}
        </p>
      ) : null}
    </div>
  );
}
