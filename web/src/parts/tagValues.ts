import { textTagValue } from '@keyward/contract/devices';
import {
  tagTypes,
  type TagAssignment,
  type TagDefinition,
  type TagInput,
  type TagObjectType,
} from '@keyward/contract/groups';
import { z } from 'zod';

/** The tags in a form: values by definition id; a text tag has one value or none. */
export type TagValues = Record<string, string[]>;

export const isText = (definition: TagDefinition): boolean => definition.type === tagTypes.text;
const isGroup = (definition: TagDefinition): boolean => !isText(definition) && !definition.is_location;

/** Location first, then the groups, then the text fields, each in their own order. */
export function fieldOrder(definitions: readonly TagDefinition[]): TagDefinition[] {
  const rank = (d: TagDefinition) => (d.is_location ? 0 : isGroup(d) ? 1 : 2);
  return definitions.toSorted((a, b) => rank(a) - rank(b) || a.order - b.order);
}

/** '*' replaces all other values, and so does a choice of every single one. The location never has '*'. */
export function collapse(definition: TagDefinition, values: readonly string[]): string[] {
  const all = definition.values.length > 0 && definition.values.every(({ name }) => values.includes(name));
  return !definition.is_location && (values.includes('*') || all) ? ['*'] : [...values];
}

/** The values of a form without the names of groups and locations, which are chosen and not typed. */
export const typedIn = <V extends { tags: TagValues }>(definitions: readonly TagDefinition[], values: V): V => ({
  ...values,
  tags: Object.fromEntries(
    Object.entries(values.tags).filter(([id]) => definitions.some((d) => d.id === id && isText(d))),
  ),
});

/** The field of a refusal's constraint; undefined for one about the tags as a whole, such as a missing permission. */
export const fieldOfRefusal = (constraint: string): string | undefined =>
  constraint === 'tags' ? undefined : constraint;

export type LocationOption = { value: string; label: string; disabled: boolean };

/** The selectable locations: other visible locations are shown, but can be chosen only with all-data access. */
export function locationOptions(definition: TagDefinition, own: readonly string[], allData: boolean): LocationOption[] {
  return definition.values.map(({ id, name }) => ({
    value: name,
    label: name,
    disabled: !allData && !own.includes(id),
  }));
}

/** The initial values of the form; a single selectable location is preselected. */
export function startValues(
  definitions: readonly TagDefinition[],
  assigned: readonly TagAssignment[] | undefined,
  who: { locations: readonly string[]; allData: boolean },
): TagValues {
  return Object.fromEntries(
    definitions.map((definition) => {
      const values = assigned?.find(({ tagId }) => tagId === definition.id)?.values ?? [];
      // as stored: '*' would also cover values that are added later
      if (assigned || !definition.is_location) return [definition.id, [...values]];
      const free = locationOptions(definition, who.locations, who.allData).filter(({ disabled }) => !disabled);
      return [definition.id, free.length === 1 ? free.map(({ value }) => value) : []];
    }),
  );
}

/** The type of the tagged object, and whether the profile may assign groups. */
export type Assigning = { object: TagObjectType; mayAssign: boolean };

/** A profile's location is a group like others; a device's location does not need the permission to assign groups. */
export const mayChange = (definition: TagDefinition, { object, mayAssign }: Assigning): boolean =>
  mayAssign || isText(definition) || (definition.is_location && object === 'devices');

/**
 * The body to send: groups only with the permission to assign them. Entries with no values are dropped (specification, part 2,
 * section 3 'Tag assignment'), except where they clear one of the `assigned`. A tag that is unchanged from `assigned` is not
 * sent: the server keeps a tag that is not named, even if another person has renamed one of its values since.
 */
export function toInputs(
  definitions: readonly TagDefinition[],
  values: TagValues,
  who: Assigning,
  assigned: readonly TagAssignment[] = [],
): TagInput[] {
  const before = (id: string) => assigned.find(({ tagId }) => tagId === id)?.values ?? [];
  return definitions
    .filter((definition) => mayChange(definition, who))
    .map(({ id, type }) => ({ tagId: id, type, values: (values[id] ?? []).filter((value) => value.trim() !== '') }))
    .filter((tag) => new Set(tag.values).symmetricDifference(new Set(before(tag.tagId))).size > 0);
}

/** A device requires a location once there are locations; other tags are required where their definition says so. */
export const isRequired = (definition: TagDefinition, object: TagObjectType): boolean =>
  (definition.is_location && object === 'devices') || definition.objects.some((o) => o.type === object && o.required);

/** Validation rules for the tags of one object type. Specification, part 2, section 5 'Device'. */
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
