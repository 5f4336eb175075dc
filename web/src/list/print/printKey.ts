type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Whether the browser would print: Ctrl+P or Cmd+P, which is a capital letter with Caps Lock. */
export const isPrintKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): boolean =>
  key.toLowerCase() === 'p' && (ctrlKey || metaKey) && !shiftKey && !altKey;
