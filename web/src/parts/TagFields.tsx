import { limits } from '@keyward/contract/limits';
import type { TagDefinition, TagObjectType } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Chips } from '#ui/Chips.tsx';
import { Counter } from '#ui/Counter.tsx';
import { Fact } from '#ui/Facts.tsx';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import { LocationField } from './LocationField.tsx';
import { collapse, fieldOrder, isRequired, isText, mayChange, type TagValues } from './tagValues.ts';
import { useCan } from './useCan.ts';

type Field = {
  definition: TagDefinition;
  value: string[];
  required: boolean;
  error: string | undefined;
  onChange: (value: string[]) => void;
};
type Props = {
  definitions: readonly TagDefinition[];
  object: TagObjectType;
  form: TagForm;
  /** The location is shown but cannot be changed; the form says why. */
  locationStays?: boolean;
};
/** A form with tags among its values. */
type TagForm = {
  getValues: () => { tags: TagValues };
  errors: Record<string, ReactNode>;
  setFieldValue: (path: 'tags', value: TagValues) => void;
  clearFieldError: (path: string) => void;
  validateField: (path: string) => unknown;
};

/** One field for each tag: the location, the groups, the texts. Read-only without the permission to change it. */
export function TagFields({ definitions, object, form, locationStays = false }: Props) {
  const { t } = useTranslation();
  const mayAssign = useCan(can.assignGroups).allowed;
  return fieldOrder(definitions).map((definition) => {
    const path = `tags.${definition.id}`;
    const error = form.errors[path];
    const field: Field = {
      definition,
      value: form.getValues().tags[definition.id] ?? [],
      required: isRequired(definition, object),
      error: typeof error === 'string' ? error : undefined,
      onChange: (value) => {
        form.setFieldValue('tags', { ...form.getValues().tags, [definition.id]: value });
        form.clearFieldError(path);
      },
    };
    if ((locationStays && definition.is_location) || !mayChange(definition, { object, mayAssign })) {
      return (
        <Fact key={definition.id} label={definition.label} error={field.error}>
          {field.value.length ? <Chips values={field.value} show={20} /> : t('common.notAvailable')}
        </Fact>
      );
    }
    if (definition.is_location) return <LocationField key={definition.id} {...field} />;
    if (isText(definition))
      return <TextField key={definition.id} {...field} onCheck={() => void form.validateField(path)} />;
    return <GroupField key={definition.id} {...field} />;
  });
}

function TextField({ definition, value, required, error, onChange, onCheck }: Field & { onCheck: () => void }) {
  const [text = ''] = value;
  return (
    <TextInput
      label={definition.label}
      name={`tags.${definition.id}`}
      withAsterisk={required}
      value={text}
      error={error}
      description={<Counter text={text} max={limits.textTag} />}
      onChange={(event) => onChange(event.currentTarget.value ? [event.currentTarget.value] : [])}
      onBlur={onCheck}
      autoComplete="off"
    />
  );
}

/** Several values, or all of them as '*'. */
function GroupField({ definition, value, required, error, onChange }: Field) {
  const { t } = useTranslation();
  const names = definition.values.map(({ name }) => name);
  // renamed or deleted by another person since the form was opened: it can be taken away
  const former = value.filter((name) => name !== '*' && !names.includes(name));
  return (
    <MultiSelect
      label={definition.label}
      name={`tags.${definition.id}`}
      withAsterisk={required}
      options={[...names, ...former].map((name) => ({ value: name, label: name }))}
      // '*' covers every value, including later ones; choosing each value separately does not become '*'
      value={value.includes('*') ? names : value}
      words={value.includes('*') ? t('common.all') : undefined}
      error={error}
      placeholder={t('list.tags.selectValues')}
      onChange={(chosen) => onChange(collapse(definition, chosen))}
    />
  );
}
