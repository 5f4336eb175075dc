/** The attribute as it is shown: a tag's without the prefix. Specification, part 2, section 2 'Activity list'. */
export const attributeName = (attribute: string): string => attribute.replace(/^tags\./, '');
