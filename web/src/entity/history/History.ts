import { lazily } from '#lib/lazily.ts';
import { eventTexts } from '#texts/namespaces.ts';

/** The events of an object. Loads with the texts of every change that an event may record. */
export const History = lazily(async () => (await import('./EventHistory.tsx')).EventHistory, {
  texts: ['entity', 'history', 'pictures', ...eventTexts],
});
