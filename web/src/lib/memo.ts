import { type FunctionComponent, memo, type ReactNode } from 'react';

/** React's memo, which forgets the type parameters of a component, with its type as it was. */
export function memoised<C extends (props: never) => ReactNode>(component: C): C {
  // what memo gives is used just as the component itself
  return memo(component as unknown as FunctionComponent) as unknown as C;
}
