import type { PermissionId, Permissions } from '@keyward/contract/permissions';
import { Combobox, useCombobox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { IconCheck, IconChevronDown } from '#ui/icons.tsx';
import styles from './matrix.module.css';
import { type Choice, choiceIn, choicesOf, mayChoose, missingFor, type Notes } from './rows.ts';
import { useHint, useNote } from './useWords.ts';

type Props = {
  id: PermissionId;
  held: Permissions;
  role: string;
  notes: Notes;
  disabled: boolean;
  onChoose: (choice: Choice) => void;
};

/** An editable cell: a button that opens its choices. While the choices are closed, arrow keys move between cells. */
export function ChoiceCell({ id, held, role, notes, disabled, onChoose }: Props) {
  const { t } = useTranslation();
  const { authority } = useSession();
  const hintOf = useHint();
  const noteOf = useNote();
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.selectActiveOption(),
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const shown = choiceIn(held, id);
  const choices = choicesOf(id);
  const missing = shown === choices[0] ? missingFor(held, id) : undefined;
  const hint = missing ? hintOf(missing, id) : undefined;
  const note = noteOf(notes[id], id);
  const permission = t(`permissions.${id}`);
  const fixed = disabled || hint !== undefined;
  return (
    <>
      <Combobox
        store={combobox}
        width={248}
        position="bottom-start"
        shadow="md"
        onOptionSubmit={(value) => {
          const choice = choices.find((c) => c === value);
          combobox.closeDropdown();
          if (choice && choice !== shown) onChoose(choice);
        }}
      >
        <Combobox.Target targetType="button" withExpandedAttribute withKeyboardNavigation={combobox.dropdownOpened}>
          <button
            type="button"
            className={styles.choice}
            data-value={shown}
            aria-label={t('roles.cell', { permission, role })}
            {...(fixed ? { 'aria-disabled': true, 'aria-description': hint } : {})}
            tabIndex={-1}
            data-stop
            onClick={() => {
              if (fixed) return;
              combobox.toggleDropdown();
            }}
          >
            <span>{t(`roles.values.${shown}`)}</span>
            <IconChevronDown size={14} />
          </button>
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={permission}>
            {choices.map((choice) => {
              const allowed = mayChoose(authority.permissions, id, choice);
              return (
                <Combobox.Option key={choice} value={choice} active={choice === shown} disabled={!allowed}>
                  <span className={styles.option}>
                    <span>
                      {t(`roles.values.${choice}`)}
                      {allowed ? null : <small>{t('roles.reasons.notHeld')}</small>}
                    </span>
                    {choice === shown ? <IconCheck size={14} /> : null}
                  </span>
                </Combobox.Option>
              );
            })}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {note ? <p className={styles.note}>{note}</p> : hint ? <p className={styles.hint}>{hint}</p> : null}
    </>
  );
}
