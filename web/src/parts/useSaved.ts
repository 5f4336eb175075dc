import { useRef, useState } from 'react';

/**
 * A value that `store` saves at each change: the one being saved, else the stored one. Changes are saved one after the other; of
 * those that wait, only the last.
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
