import type { Session } from './session.ts';

/** Whether keys of one character act, as the profile chose; those with Ctrl or ⌘, and keys without a character, always do. */
export const hasShortcuts = ({ settings }: Pick<Session, 'settings'>): boolean =>
  settings.find(({ name }) => name === 'Shortcuts')?.value !== false;
