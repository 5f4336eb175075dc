import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#lib/i18n.ts';
import { readDates, type TypedRange } from '#lib/typedDates.ts';
import { wallTime } from '#lib/wallTime.ts';
import styles from './DateTimeCalendar.module.css';

type Props = {
  /** IANA zone of the typed times. */
  zone: string;
  /** Called while words are typed, with the range that they mean; undefined where they mean none, or name something else. */
  onTyped: (typed: string, range: TypedRange | undefined) => void;
  onEnter: (from: string, to: string) => void;
  /** Returns the action of words that name something else than two times; called when they are confirmed. */
  named: ((typed: string) => (() => void) | undefined) | undefined;
  /** Called after a confirmation. */
  onDone: () => void;
};

/** A range typed in words, '12 May' or 'yesterday 9pm': the calendar follows while it is typed, Enter confirms it. */
export function TypedDates({ zone, onTyped, onEnter, named, onDone }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const asked = useRef('');
  const read = (typed: string): Promise<TypedRange | undefined> =>
    readDates(typed, currentLocale(), wallTime(Date.now(), zone));
  const type = async (typed: string) => {
    setText(typed);
    setWrong(false);
    asked.current = typed;
    const range = named?.(typed) ? undefined : await read(typed);
    // the parser loads with the first letter
    if (asked.current === typed) onTyped(typed, range);
  };
  const confirm = async () => {
    const choose = named?.(text);
    if (choose) {
      choose();
      onDone();
      return;
    }
    const range = await read(text);
    if (range) onEnter(range.from, range.to);
    else setWrong(true);
  };
  return (
    <TextInput
      className={styles.typed ?? ''}
      aria-label={t('filters.typed.label')}
      placeholder={t('filters.typed.example')}
      value={text}
      error={isWrong && t('filters.typed.fault')}
      maxLength={60}
      autoComplete="off"
      data-mantine-stop-propagation
      onChange={(event) => void type(event.currentTarget.value)}
      onKeyDown={(event) => {
        // part of choosing a word of an input method
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        if (text.trim()) void confirm();
      }}
      onBlur={() => void (text.trim() && read(text).then((range) => setWrong(!range && !named?.(text))))}
    />
  );
}
