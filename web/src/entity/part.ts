import type { Rule } from '@keyward/contract/permissions';
import type { Late } from '#lib/lazily.ts';
import type { Saying } from '#texts/namespaces.ts';

/** A part of Access, as its page and the palette need it before it is loaded. */
export type AccessPart = {
  name: 'groups' | 'roles';
  reads: Rule;
  panel: Late<object>;
  /** The part takes all of a wide window. */
  wide?: boolean;
  /** Absent: the palette does not offer to add one. */
  adding?: { rule: Rule; texts: Saying<'add'> };
};
