import { type FunctionComponent, memo, type ReactNode } from 'react';

/** React's memo loses the type parameters of a component; this keeps the component's type. */
export function memoised<C extends (props: never) => ReactNode>(component: C): C {
  // a memoised component is used like the component itself
  return memo(component as unknown as FunctionComponent) as unknown as C;
}
