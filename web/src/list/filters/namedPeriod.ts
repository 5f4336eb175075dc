import { fold } from '@keyward/contract/characters';
import { type Period, periodNames } from '@keyward/contract/periods';

/**
 * The text without case, width and spaces, since Japanese and Korean are typed without these. A keyboard has the straight
 * apostrophe.
 */
const typedForm = (text: string): string => fold(text).replaceAll('’', "'").replaceAll(/\s/g, '');

/** The period that has this name. `nameOf`: names in the language of the portal, as on its buttons. */
export const namedPeriod = (typed: string, nameOf: (period: Period) => string): Period | undefined =>
  periodNames.find((period) => typedForm(nameOf(period)) === typedForm(typed));
