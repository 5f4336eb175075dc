import type { ImportError } from '@keyward/contract/import-errors';
import { reasonOf } from '@keyward/contract/reason';
import type { z } from 'zod';
import { PortalError } from '#core/errors.ts';
import { judgeHolders } from './holders.ts';
import type { ImportFacts } from './import-facts.ts';
import type { Verdict } from './import-verdict.ts';

/** 'code' or 'code:variable', of a refusal that a form would get. Specification, part 2, section 5 'Profile CSV'. */
function messageOf({ code, params }: PortalError): string {
  if (code === 'invalidField') return String(params?.['reason'] ?? 'invalid');
  // permissions by their ids: the portal translates them
  const variable = params?.['ids'] ?? params?.['role'] ?? params?.['value'] ?? params?.['field'];
  return variable === undefined ? code : `${code}:${variable}`;
}

/** A number that a spreadsheet has shortened: its digits are lost. It writes the plus, unlike people in an ID such as 12E4. */
const shortened = /^[+-]?\d+([.,]\d+)?E\+\d+$/i;

/** Rows that leave a role without its last holder become rows with an error, found in those without one. */
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
    /** What the schema makes of a cell; if it refuses the cell, that cell. */
    parse<T>(field: string, schema: z.ZodType<T>, cell: string): T | string {
      const parsed = schema.safeParse(cell);
      if (parsed.success) return parsed.data;
      // the first: the others follow from it
      add(field, reasonOf(parsed.error.issues[0]?.message ?? ''));
      return cell;
    },
    /** Runs a check; its refusal is a problem of the field. */
    attempt<T>(field: string, check: () => T): T | undefined {
      try {
        return check();
      } catch (error) {
        if (!(error instanceof PortalError)) throw error;
        add(field, messageOf(error));
        return undefined;
      }
    },
    /** A cell whose digits are lost is a problem, unless it shows what is stored. */
    digits(field: string, cell: string, stored: string | undefined) {
      const text = cell.trim();
      if (shortened.test(text) && text !== stored) add(field, `digitsLost:${text}`);
    },
    /** Other lines with the same value. */
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
