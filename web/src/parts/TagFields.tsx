import { limits } from '@keyward/contract/limits';
import type { TagDefinition } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session.ts';
import { Counter } from '#ui/Counter.tsx';
import { Fact } from '#ui/Facts.tsx';
import { Chips } from '#ui/Chips.tsx';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import { LocationField } from './LocationField.tsx';
import { collapse, fieldOrder, isText, type TagValues } from './tagValues.ts';

type Field = {
  definition: TagDefinition;
  value: string[];
  error: string | undefined;
  onChange: (value: string[]) => void;
};
type Props = {
  definitions: readonly TagDefinition[];
  values: TagValues;
  errorOf: (id: string) => string | undefined;
  onChange: (id: string, value: string[]) => void;
  /** When a field is left. */
  onCheck: (id: string) => void;
};

/** One field for each tag: the location, the groups, the texts. */
export function TagFields({ definitions, values, errorOf, onChange, onCheck }: Props) {
  return fieldOrder(definitions).map((definition) => {
    const field: Field = {
      definition,
      value: values[definition.id] ?? [],
      error: errorOf(definition.id),
      onChange: (value) => onChange(definition.id, value),
    };
    if (definition.is_location) return <LocationField key={definition.id} {...field} />;
    if (isText(definition)) return <TextField key={definition.id} {...field} onCheck={() => onCheck(definition.id)} />;
    return <GroupField key={definition.id} {...field} />;
  });
}

function TextField({ definition, value, error, onChange, onCheck }: Field & { onCheck: () => void }) {
  const [text = ''] = value;
  return (
    <TextInput
      label={definition.label}
      name={`tags.${definition.id}`}
      value={text}
      error={error}
      description={<Counter text={text} max={limits.textTag} />}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onChange={(event) => onChange(event.currentTarget.value ? [event.currentTarget.value] : [])}
      onBlur={onCheck}
      autoComplete="off"
    />
  );
}

/** Several values, or all of them as '*'. Without the right to assign groups they are read, not chosen. */
function GroupField({ definition, value, error, onChange }: Field) {
  const { t } = useTranslation();
  const { authority } = useSession();
  if (!can.assignGroups.holds(authority)) {
    return (
      <Fact label={definition.label}>
        {value.length ? <Chips values={value} show={20} /> : t('common.notAvailable')}
      </Fact>
    );
  }
  const names = definition.values.map(({ name }) => name);
  return (
    <MultiSelect
      label={definition.label}
      name={`tags.${definition.id}`}
      options={names.map((name) => ({ value: name, label: name }))}
      // '*' is every value, those that come later as well; a choice of each single one is kept as that
      value={value.includes('*') ? names : value}
      words={value.includes('*') ? t('common.all') : undefined}
      error={error}
      placeholder={t('list.tags.selectValues')}
      onChange={(chosen) => onChange(collapse(definition, chosen))}
    />
  );
}
