import { textTagValue } from '@keyward/contract/devices';
import {
  tagTypes,
  type TagAssignment,
  type TagDefinition,
  type TagInput,
  type TagObjectType,
} from '@keyward/contract/groups';
import { z } from 'zod';

/** What a form holds of the tags: values by definition id; a text tag has one value or none. */
export type TagValues = Record<string, string[]>;

export const isText = (definition: TagDefinition): boolean => definition.type === tagTypes.text;
const isGroup = (definition: TagDefinition): boolean => !isText(definition) && !definition.is_location;

/** Location first, then the groups, then the text fields, each in their own order. */
export function fieldOrder(definitions: readonly TagDefinition[]): TagDefinition[] {
  const rank = (d: TagDefinition) => (d.is_location ? 0 : isGroup(d) ? 1 : 2);
  return definitions.toSorted((a, b) => rank(a) - rank(b) || a.order - b.order);
}

/** A '*' stands alone, and so does a choice of every single value. The location never has it. */
export function collapse(definition: TagDefinition, values: readonly string[]): string[] {
  const all = definition.values.length > 0 && definition.values.every(({ name }) => values.includes(name));
  return !definition.is_location && (values.includes('*') || all) ? ['*'] : [...values];
}

export type LocationOption = { value: string; label: string; disabled: boolean };

/** The places to choose from: others than one's own can be seen, but chosen with all-data access only. */
export function locationOptions(definition: TagDefinition, own: readonly string[], allData: boolean): LocationOption[] {
  return definition.values.map(({ id, name }) => ({
    value: name,
    label: name,
    disabled: !allData && !own.includes(id),
  }));
}

/** What the form starts with; the one location that can be chosen is chosen. */
export function startValues(
  definitions: readonly TagDefinition[],
  assigned: readonly TagAssignment[] | undefined,
  who: { locations: readonly string[]; allData: boolean },
): TagValues {
  return Object.fromEntries(
    definitions.map((definition) => {
      const values = assigned?.find(({ tagId }) => tagId === definition.id)?.values ?? [];
      if (assigned || !definition.is_location) return [definition.id, collapse(definition, values)];
      const free = locationOptions(definition, who.locations, who.allData).filter(({ disabled }) => !disabled);
      return [definition.id, free.length === 1 ? free.map(({ value }) => value) : []];
    }),
  );
}

/** What kind of object the tags are on, and whether the person may assign groups. */
export type Assigning = { object: TagObjectType; mayAssign: boolean };

/** Where somebody works is a group like others; where a device stands is judged by place alone. */
export const mayChange = (definition: TagDefinition, { object, mayAssign }: Assigning): boolean =>
  mayAssign || isText(definition) || (definition.is_location && object === 'devices');

/**
 * What is sent: the groups only by those who may assign them. Entries with no values are dropped (specification, part 2,
 * section 3 'Tag assignment'), except where they clear one of the `assigned`: the server leaves a tag that is not named.
 */
export function toInputs(
  definitions: readonly TagDefinition[],
  values: TagValues,
  who: Assigning,
  assigned: readonly TagAssignment[] = [],
): TagInput[] {
  const clears = (id: string) => assigned.some((tag) => tag.tagId === id && tag.values.length > 0);
  return definitions
    .filter((definition) => mayChange(definition, who))
    .map(({ id, type }) => ({ tagId: id, type, values: (values[id] ?? []).filter((value) => value.trim() !== '') }))
    .filter((tag) => tag.values.length > 0 || clears(tag.tagId));
}

/** A device has a location once there are locations; another tag is required where its definition says so. */
export const isRequired = (definition: TagDefinition, object: TagObjectType): boolean =>
  (definition.is_location && object === 'devices') || definition.objects.some((o) => o.type === object && o.required);

/** The form's rules for the tags of one kind of object. Specification, part 2, section 5 'Device'. */
export function tagRules(definitions: readonly TagDefinition[], who: Assigning) {
  return z.record(z.string(), z.array(z.string())).superRefine((values, context) => {
    for (const definition of definitions) {
      const [first = ''] = values[definition.id] ?? [];
      const required = isRequired(definition, who.object);
      const complain = (message: string) => context.addIssue({ code: 'custom', message, path: [definition.id] });
      if (required && !first.trim() && mayChange(definition, who)) complain(`fieldRequired:${definition.label}`);
      else if (isText(definition)) {
        const issue = textTagValue.safeParse(first).error?.issues[0];
        if (issue) complain(issue.message);
      }
    }
  });
}
