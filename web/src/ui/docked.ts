import { createContext } from 'react';

/** True where the drawer stands beside the page's content instead of over it. */
export const Docked = createContext(false);
