import { CloseButton, Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { type ComponentProps, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCheck, IconMinus, IconSearch } from './icons.tsx';
import styles from './MultiSelect.module.css';

export type MultiSelectOption = { value: string; label: string; disabled?: boolean };

export type MultiSelectListProps = {
  /** The accessible name of the list. */
  label: string;
  options: readonly MultiSelectOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Loads the options for the typed text; without it, `options` are searched here. */
  onSearch?: ((text: string) => void) | undefined;
  loading?: boolean | undefined;
  /** Says why an option cannot be chosen, or that there are more. */
  note?: string | undefined;
  /**
   * Beside the option under the pointer or the keyboard: the effect of a press, where it does more than tick the
   * option.
   */
  aside?: string | undefined;
  /** A press on `aside`, or Shift with Enter, chooses this option alone. */
  onOnly?: ((value: string) => void) | undefined;
};

const selectAll = '\0all';

/**
 * Search, 'Select All' and the options with a checkbox each. Specification, part 2, section 2 'Multi-select dropdown'.
 */
export function MultiSelectList(props: MultiSelectListProps) {
  const { label, options, value, onChange, onSearch, loading, note, aside, onOnly } = props;
  const { t } = useTranslation();
  const [countId, listId] = [useId(), useId()];
  const [search, setSearch] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const store = useCombobox({ opened: true });
  /** Whether the option is submitted by Shift with Enter. */
  const alone = useRef(false);
  const wanted = search.trim().toLowerCase();
  const shown = onSearch ? options : options.filter((option) => option.label.toLowerCase().includes(wanted));
  const free = shown.filter(({ disabled }) => !disabled);
  const available = options.filter(({ disabled }) => !disabled).length;
  const chosen = new Set(value);
  const marked = free.filter((option) => chosen.has(option.value)).length;
  const every = free.length > 0 && marked === free.length;

  const clear = () => {
    type('');
    // the button disappears, and the focus would with it
    input.current?.focus();
  };
  const type = (text: string) => {
    setSearch(text);
    onSearch?.(text);
    store.resetSelectedOption();
  };
  const submit = (submitted: string) => {
    if (alone.current && onOnly && submitted !== selectAll) return onOnly(submitted);
    const touched = submitted === selectAll ? free.map((option) => option.value) : [submitted];
    const off = submitted === selectAll ? every : chosen.has(submitted);
    onChange(
      off ? value.filter((one) => !touched.includes(one)) : [...value, ...touched.filter((one) => !chosen.has(one))],
    );
  };
  return (
    <Combobox store={store} onOptionSubmit={submit} resetSelectionOnOptionHover>
      <Combobox.EventsTarget withExpandedAttribute>
        <SearchInput
          ref={input}
          listId={listId}
          size="sm"
          className={styles.search ?? ''}
          placeholder={t('filters.select.search')}
          aria-label={t('filters.select.searchIn', { name: label })}
          aria-describedby={countId}
          leftSection={<IconSearch />}
          rightSection={
            loading ? (
              <Loader size={14} />
            ) : search ? (
              <CloseButton size="sm" aria-label={t('list.clearSearch')} onClick={clear} />
            ) : null
          }
          // it may load after the dropdown, which then no longer looks for the attribute
          autoFocus
          data-autofocus
          value={search}
          onKeyDownCapture={(event) => {
            alone.current = event.key === 'Enter' && event.shiftKey;
          }}
          // without a marked option it submits nothing, and the next one may be clicked
          onKeyUp={() => (alone.current = false)}
          onBlur={() => (alone.current = false)}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options id={listId} className={styles.options ?? ''} aria-label={label} aria-multiselectable>
        {free.length ? (
          <Combobox.Option value={selectAll} aria-selected={every} className={`${styles.option} ${styles.every}`}>
            <Mark state={every ? 'all' : marked ? 'some' : 'none'} />
            <span>{t('filters.select.all')}</span>
          </Combobox.Option>
        ) : null}
        {shown.map((option) => (
          <Combobox.Option
            key={option.value}
            value={option.value}
            disabled={option.disabled ?? false}
            aria-selected={chosen.has(option.value)}
            className={styles.option ?? ''}
          >
            <Mark state={chosen.has(option.value) ? 'all' : 'none'} />
            <span>{option.label}</span>
            {aside ? (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Shift with Enter does the same
              <span
                className={styles.aside}
                data-text={aside}
                data-press={onOnly ? true : undefined}
                aria-hidden
                onClick={(event) => {
                  if (!onOnly) return;
                  event.stopPropagation();
                  onOnly(option.value);
                }}
              />
            ) : null}
          </Combobox.Option>
        ))}
        {shown.length || loading ? null : <Combobox.Empty>{t('filters.select.none')}</Combobox.Empty>}
      </Combobox.Options>
      <p id={countId} role="status" className={styles.count}>
        <span>{t('filters.select.selected', { count: value.length })}</span>
        {available < options.length ? <span>{t('filters.select.available', { count: available })}</span> : null}
        {note ? <span className={styles.note}>{note}</span> : null}
      </p>
    </Combobox>
  );
}

/** Combobox knows the list's id only after its first render; here it is known from the start. */
const SearchInput = ({ listId, ...props }: ComponentProps<typeof TextInput> & { listId: string }) => (
  <TextInput {...props} aria-controls={listId} />
);

/** The checkbox of an option; `aria-selected` carries its state. */
function Mark({ state }: { state: 'all' | 'some' | 'none' }) {
  return (
    <span className={styles.mark} data-state={state} aria-hidden="true">
      {state === 'all' ? <IconCheck size={12} /> : state === 'some' ? <IconMinus size={12} /> : null}
    </span>
  );
}
