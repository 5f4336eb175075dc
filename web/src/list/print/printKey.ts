type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Whether the browser would print: Ctrl+P or Cmd+P; with Caps Lock, the letter is a capital. */
export const isPrintKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): boolean =>
  key.toLowerCase() === 'p' && (ctrlKey || metaKey) && !shiftKey && !altKey;
