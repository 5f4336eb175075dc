// Plays a controller against a portal and judges its answers, clause by clause.
import { attempt, type Check, inOrder, tryAll, type Verdict } from '#gateway-check/verdicts.ts';
import { access } from './access.ts';
import { changes } from './changes.ts';
import { commands, everyCall, reports } from './calls.ts';
import type { Send } from './client.ts';
import { offLine, onLine, wrongEntries } from './codes.ts';
import { confirming } from './confirming.ts';
import { openSubject, type Options, type Subject } from './subject.ts';

/** The checks in the order of their attempts: wrong entries last, since they block the device. */
const checksOf = (subject: Subject): Check[] =>
  [everyCall, reports, access, confirming, changes, onLine, offLine, commands, wrongEntries].flatMap((section) =>
    section(subject),
  );

/** Judges a portal. `only`: sections or clauses; default all. At the end, the portal gets a truthful confirmation. */
export async function checkPortal(send: Send, options: Options, only?: readonly string[]): Promise<Verdict[]> {
  const subject = openSubject(send, options);
  const verdicts = await tryAll(checksOf(subject), only);
  // the clauses have confirmed states that are not held
  await attempt(async () => void (await subject.confirmHeld()));
  return verdicts;
}

/** The clauses, for the document. */
export const portalClauses = () =>
  inOrder(checksOf(openSubject(() => Promise.reject(new Error('nothing is sent')), { prompt: () => {} }))).map(
    ({ id, title }) => ({ id, title }),
  );
