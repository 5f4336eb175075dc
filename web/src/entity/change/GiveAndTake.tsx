import type { TagDefinition } from '@keyward/contract/groups';
import type { TagChange } from '@keyward/contract/selection';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationField } from '#parts/LocationField.tsx';
import { collapse } from '#parts/tagValues.ts';
import { MultiSelect } from '#ui/MultiSelect.tsx';

const none: string[] = [];

type Option = { value: string; label: string; disabled?: boolean };
type GiveAndTakeProps = {
  options: Option[];
  loading?: boolean;
  onChange: (chosen: { give: string[]; take: string[] } | undefined) => void;
};

/** Two fields, for the options to give and those to take; an option is in at most one of them. */
export function GiveAndTake({ options, loading = false, onChange }: GiveAndTakeProps) {
  const { t } = useTranslation();
  const [{ give, take }, setChosen] = useState({ give: none, take: none });
  const choose = (next: { give: string[]; take: string[] }) => {
    setChosen(next);
    onChange(next.give.length + next.take.length > 0 ? next : undefined);
  };
  const free = (other: string[]) =>
    options.map((option) => ({ ...option, disabled: (option.disabled ?? false) || other.includes(option.value) }));
  return (
    <>
      <MultiSelect
        label={t('bulk.give')}
        options={free(take)}
        value={give}
        loading={loading}
        onChange={(next) => choose({ give: next, take })}
      />
      <MultiSelect
        label={t('bulk.take')}
        options={free(give)}
        value={take}
        loading={loading}
        onChange={(next) => choose({ give, take: next })}
      />
    </>
  );
}

type TagFieldProps = { definition: TagDefinition; onChange: (change: TagChange | undefined) => void };

/** The field for groups to give and take, or for the new location. */
export function TagChangeFields(props: TagFieldProps) {
  return props.definition.is_location ? <NewLocation {...props} /> : <GroupFields {...props} />;
}

function GroupFields({ definition, onChange }: TagFieldProps) {
  return (
    <GiveAndTake
      options={definition.values.map(({ name }) => ({ value: name, label: name }))}
      onChange={(chosen) =>
        onChange(
          chosen && {
            kind: 'tag',
            tagId: definition.id,
            give: collapse(definition, chosen.give),
            take: collapse(definition, chosen.take),
          },
        )
      }
    />
  );
}

function NewLocation({ definition, onChange }: TagFieldProps) {
  const [value, setValue] = useState(none);
  return (
    <LocationField
      definition={definition}
      value={value}
      error={undefined}
      required
      onChange={(give) => {
        setValue(give);
        onChange(give.length ? { kind: 'tag', tagId: definition.id, give, take: [] } : undefined);
      }}
    />
  );
}
