import { Input, Popover } from '@mantine/core';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '#lib/lazily.ts';
import { IconChevronDown } from './icons.tsx';
import styles from './MultiSelect.module.css';
import type { MultiSelectListProps } from './MultiSelectList.tsx';
import { Waiting } from './Waiting.tsx';

const MultiSelectList = lazily(async () => (await import('./MultiSelectList.tsx')).MultiSelectList, {
  texts: ['filters'],
});

type Props = MultiSelectListProps & {
  /** The label is not visible, only accessible: the surroundings of the field show it. */
  labelHidden?: boolean;
  description?: string | undefined;
  withAsterisk?: boolean;
  error?: ReactNode;
  /** Describes the selection instead of the options' names. */
  words?: string | undefined;
  placeholder?: string;
  name?: string;
  disabled?: boolean;
};

/** A field for several options. Specification, part 2, section 2 'Multi-select dropdown'. */
export function MultiSelect({
  labelHidden,
  description,
  withAsterisk = false,
  error,
  words,
  placeholder,
  name,
  disabled,
  ...list
}: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [labelId, helpId, valueId, errorId, listId] = [useId(), useId(), useId(), useId(), useId()];
  const labelOf = (value: string) => list.options.find((option) => option.value === value)?.label ?? value;
  const chosen = words ?? list.value.map(labelOf).join(', ');
  return (
    <Input.Wrapper
      {...(labelHidden ? {} : { label: list.label, labelElement: 'div', labelProps: { id: labelId } })}
      {...(description ? { description, descriptionProps: { id: helpId } } : {})}
      {...(error ? { error, errorProps: { id: errorId } } : {})}
      withAsterisk={withAsterisk}
    >
      <Popover
        opened={open}
        onChange={setOpen}
        position="bottom-start"
        width="target"
        shadow="md"
        trapFocus
        withRoles={false}
        returnFocus
        disabled={disabled ?? false}
      >
        <Popover.Target>
          <Input
            component="button"
            type="button"
            pointer
            data-printed
            role="combobox"
            name={name}
            disabled={disabled ?? false}
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            {...(labelHidden ? { 'aria-label': list.label } : { 'aria-labelledby': labelId })}
            aria-describedby={[valueId, description && helpId, error ? errorId : ''].filter(Boolean).join(' ')}
            {...(error ? { error: true, 'aria-invalid': true } : {})}
            rightSection={<IconChevronDown size={14} />}
            rightSectionPointerEvents="none"
            classNames={{ input: styles.field ?? '' }}
            onClick={() => setOpen(!open)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
              event.preventDefault();
              setOpen(true);
            }}
          >
            <span id={valueId} className={chosen ? styles.value : styles.placeholder} title={chosen}>
              {chosen || (placeholder ?? t('list.tags.selectValues'))}
            </span>
          </Input>
        </Popover.Target>
        <Popover.Dropdown role="dialog" id={listId} className={styles.dropdown ?? ''} aria-label={list.label}>
          <Suspense fallback={<Waiting />}>
            <MultiSelectList {...list} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
}
