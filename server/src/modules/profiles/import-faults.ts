import type { ImportError } from '@keyward/contract/import-errors';
import { reasonOf } from '@keyward/contract/reason';
import type { z } from 'zod';
import { PortalError } from '#core/errors.ts';
import { judgeHolders } from './holders.ts';
import type { ImportFacts } from './import-facts.ts';
import type { Verdict } from './import-verdict.ts';

/** 'code' or 'code:variable' of a refusal, as a form would get it. Specification, part 2, section 5 'Profile CSV'. */
function messageOf({ code, params }: PortalError): string {
  if (code === 'invalidField') return String(params?.['reason'] ?? 'invalid');
  // permissions by their ids, which the portal translates
  const variable = params?.['ids'] ?? params?.['role'] ?? params?.['value'] ?? params?.['field'];
  return variable === undefined ? code : `${code}:${variable}`;
}

/** A number that a spreadsheet has shortened, losing digits. Unlike people in an ID such as 12E4, it writes the plus. */
const shortened = /^[+-]?\d+([.,]\d+)?E\+\d+$/i;

/** Turns rows that together leave a role without a holder into rows with an error. Rows with an error do not count. */
export function refuseLastHolders(facts: Pick<ImportFacts, 'roles' | 'keepers'>, verdicts: readonly Verdict[]): void {
  const refused = judgeHolders(
    facts,
    verdicts.filter(({ decision }) => decision !== 'error'),
  );
  for (const [verdict, error] of refused) {
    verdict.errors.push({ field: 'roles', message: messageOf(error) });
    verdict.decision = 'error';
  }
}

const shownLines = 5;

/** Collects the problems of one row. */
export function faultsOf(found: readonly ImportError[]) {
  const all = [...found];
  const add = (field: string, message: string) => {
    if (!all.some((one) => one.field === field && one.message === message)) all.push({ field, message });
  };
  return {
    all,
    add,
    /** The value that the schema reads from a cell; the cell itself, with a problem, if the schema refuses it. */
    parse<T>(field: string, schema: z.ZodType<T>, cell: string): T | string {
      const parsed = schema.safeParse(cell);
      if (parsed.success) return parsed.data;
      // the first only, because the others follow from it
      add(field, reasonOf(parsed.error.issues[0]?.message ?? ''));
      return cell;
    },
    /** Runs a check and adds its refusal as a problem of the field. */
    attempt<T>(field: string, check: () => T): T | undefined {
      try {
        return check();
      } catch (error) {
        if (!(error instanceof PortalError)) throw error;
        add(field, messageOf(error));
        return undefined;
      }
    },
    /** Adds a problem for a cell with lost digits, unless it equals the stored text. */
    digits(field: string, cell: string, stored: string | undefined) {
      const text = cell.trim();
      if (shortened.test(text) && text !== stored) add(field, `digitsLost:${text}`);
    },
    /** Adds a problem that names other lines with the same value. */
    duplicates(field: string, lines: readonly number[] | undefined, line: number) {
      if (!lines || lines.length < 2) return;
      // the line itself may be among the first ones
      const others = lines.slice(0, shownLines + 1).filter((one) => one !== line);
      const more = lines.length - 1 > shownLines ? ', …' : '';
      add(field, `duplicateInFile:${others.slice(0, shownLines).join(', ')}${more}`);
    },
  };
}
export type Faults = ReturnType<typeof faultsOf>;
