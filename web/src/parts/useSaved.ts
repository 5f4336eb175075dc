import { useRef, useState } from 'react';

/**
 * A value that `store` saves at each change: what is being saved, else what is stored. Changes are saved one after the
 * other, and of those that wait only the last.
 */
export function useSaved<T>(stored: T, store: (next: T) => Promise<void>, onFailed: () => void) {
  const [saving, setSaving] = useState<{ value: T }>();
  const sent = useRef(Promise.resolve());
  const last = useRef<{ value: T }>(undefined);
  const save = (value: T) => {
    const change = { value };
    last.current = change;
    setSaving(change);
    const done = () => setSaving((before) => (before === change ? undefined : before));
    const work = sent.current.then(() => (last.current === change ? store(value) : undefined));
    sent.current = work.then(done, () => {
      done();
      onFailed();
    });
  };
  return [saving ? saving.value : stored, save] as const;
}
