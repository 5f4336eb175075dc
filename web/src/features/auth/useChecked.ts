import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageKey } from './check.ts';

/**
 * State of one validated field. `read` returns the text if it is valid; else it returns null, shows the fault at the
 * field and focuses it.
 */
export function useChecked(initial: string, check: (text: string) => Promise<MessageKey | null>) {
  const { t } = useTranslation();
  const [text, setText] = useState(initial);
  const [fault, setFault] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const read = async (): Promise<string | null> => {
    const wrong = await check(text);
    if (!wrong) return text;
    setFault(t(`form.${wrong}`));
    input.current?.focus();
    return null;
  };
  const type = (typed: string) => {
    setText(typed);
    setFault(null);
  };
  return { text, type, fault, input, read };
}
