import type { Session } from './session.ts';

/** Whether one-character keys act, as the profile chose; keys with Ctrl or ⌘, and keys without a character, always do. */
export const hasShortcuts = ({ settings }: Pick<Session, 'settings'>): boolean =>
  settings.find(({ name }) => name === 'Shortcuts')?.value !== false;
