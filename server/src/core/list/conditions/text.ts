// Tests on text. The database's fold() is applied to both sides: case, width and composition are ignored.
import type { Params } from '#core/list/params.ts';
import type { Test } from './condition.ts';

/** `expression` is already folded, or upper case when `upper` is set. */
export function textTest(expression: string, test: Test, params: Params, upper = false): string {
  const fold = (value: string) => (upper ? `upper(fold(${value}))` : `fold(${value})`);
  switch (test.op) {
    case 'in': {
      const [only] = test.values;
      return test.values.length === 1 && only !== undefined
        ? `${expression} = ${fold(params.add(only, 'text'))}`
        : `${expression} = any(array(select ${fold('v')} from unnest(${params.add(test.values, 'text[]')}) v))`;
    }
    case 'like': {
      // folding can turn a full-width character into a wildcard, so escaping comes after it
      const parts = test.pattern.map((p) => (p === '*' ? `'%'` : `like_literal(${fold(params.add(p.text, 'text'))})`));
      return `${expression} like ${parts.join(' || ')}`;
    }
    case 'exists':
      return `${expression} is ${test.value ? 'not null' : 'null'}`;
    case 'range':
      throw new Error('text has no ranges');
  }
}

/** A test that the expression contains `text`, folded. */
export const contains = (expression: string, text: string, params: Params): string =>
  `${expression} like '%' || like_literal(fold(${params.add(text, 'text')})) || '%'`;
