import { sql } from 'kysely';

const state = (profile: string) =>
  sql`${sql.ref(`${profile}.disabled`)}, ${sql.ref(`${profile}.valid_from`)}, ${sql.ref(`${profile}.valid_until`)}`;

/**
 * Whether this profile may act now: not disabled, its validity begun and not ended, on the database's clock. Every way in and
 * every judgement of a profile asks this function of the database (0011_validity.sql); none reads the columns itself.
 * @param profile the alias of the table `profile` in the query.
 */
export const mayAct = (profile: string) => sql<boolean>`may_act(${state(profile)})`;

/**
 * Whether it may act now and without an end. Only such a profile counts as the holder that a locked role keeps, and as the last
 * that can edit roles.
 */
export const mayStay = (profile: string) => sql<boolean>`may_stay(${state(profile)})`;
