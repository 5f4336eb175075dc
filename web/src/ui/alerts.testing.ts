// Set-up of tests in which calls are sent and alerts shown.
import i18next from 'i18next';
import { afterEach, beforeAll, vi } from 'vitest';
import { queryClient } from '#lib/api.ts';
import { hideAlert } from '#ui/alerts.ts';

/** Sets up English with these texts for a test file; after each test, removes alerts, cached answers and stand-ins. */
export function withTexts(texts: Record<string, object>): void {
  beforeAll(() =>
    i18next.init({
      lng: 'en',
      ns: Object.keys(texts),
      nsSeparator: '.',
      interpolation: { escapeValue: false },
      resources: { en: texts },
    }),
  );
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    queryClient.clear();
    for (const place of ['main', 'drawer'] as const) hideAlert(place);
  });
}

/** Loses the first `lost` answers, then answers with `data`. Returns the idempotency keys of the calls. */
export function losing(lost: number, data: object): (string | null)[] {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    if (keys.length <= lost) throw new TypeError('Failed to fetch');
    return Response.json({ data });
  });
  return keys;
}
