import { cardsOf, type MetricReport } from '@keyward/contract/metric-reports';
import type { Session } from '#lib/session.ts';

/** Cards of the profile's setting DashboardMetrics, in its order. */
export const shownCards = ({ settings }: Pick<Session, 'settings'>): MetricReport[] =>
  cardsOf(settings.find(({ name }) => name === 'DashboardMetrics')?.value);
