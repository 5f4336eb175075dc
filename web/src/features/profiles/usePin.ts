import { pins, profiles } from '@keyward/contract/calls';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey, readNow, refresh, submit, useApi } from '#lib/api.ts';
import { call } from '#lib/call.ts';
import { useSending } from '#lib/useSending.ts';
import { hideAlert } from '#ui/alerts.ts';
import { useDrawerFailure } from '#ui/useDrawerFailure.ts';

/** Time after which a shown PIN is hidden again. */
const shownMs = 30_000;
/** Interval of the checks that a shown PIN is still valid. */
const currentMs = 5000;

/** `setAt`: when this PIN was issued; undefined until the profile has been read after it. */
type Shown = { digits: string; setAt: string | null | undefined };

/**
 * Sent only on a click; neither cached nor retried, unlike other GET calls. A repeat after a lost answer has the same key if its
 * `origin`, the question or field that asks, is the same: a PIN that is reset later must be another one.
 */
export const askPin = (what: 'show' | 'slip' | 'reset', id: string, origin: string): Promise<string> =>
  submit(`${what} PIN ${id} ${origin}`, async (key) => {
    const parts = { params: { id } };
    const reply =
      what === 'reset'
        ? await call(pins.reset, parts, { key })
        : await call(pins.show, { ...parts, query: what === 'slip' ? { purpose: 'slip' } : {} }, { key });
    return reply.data;
  });

/**
 * The PIN of a profile. The digits are only in this component's memory, until they are hidden: by the person, after 30 s, with
 * the page when the session ends, or when the PIN is reset elsewhere. The server is asked each time, and records it.
 */
export function usePin(id: string, setAt: string | null) {
  const { t } = useTranslation();
  const sending = useSending();
  const fail = useDrawerFailure('read');
  const [origin] = useState(newKey);
  const [shown, setShown] = useState<Shown | null>(null);
  useApi(profiles.get, { params: { id } }, { enabled: shown !== null, refetchInterval: currentMs });
  const isReplaced = shown?.setAt !== undefined && shown.setAt !== setAt;
  const put = (digits: string) => {
    hideAlert('drawer');
    setShown({ digits, setAt: undefined });
    void refresh(pins.events);
    void readNow(profiles.get, { params: { id } }).then(
      ({ data }) => setShown((now) => (now?.digits === digits ? { digits, setAt: data.pin_set_at } : now)),
      () => undefined,
    );
  };
  // time is outside React
  useEffect(() => {
    if (!shown?.digits) return;
    const timer = setTimeout(() => setShown(null), shownMs);
    return () => clearTimeout(timer);
  }, [shown?.digits]);
  return {
    digits: isReplaced ? null : (shown?.digits ?? null),
    /** Whether the digits that were shown are no longer the PIN. */
    isReplaced,
    pending: sending.pending,
    show: () => {
      if (!sending.begin()) return;
      askPin('show', id, origin)
        .then(put, (error: unknown) => fail(error, t('pins.showFailed')))
        .finally(sending.end);
    },
    hide: () => setShown(null),
    /** Shows a PIN that was just issued. */
    put,
  };
}
