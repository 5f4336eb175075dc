import type { ResourceOf } from './resource.ts';

const needs = { oneOf: [['VIEW-DASHBOARD', 'TRUE']] } as const;
const range = '?from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z';
const report = (name: string) => ({ params: () => ({ report: name }) });

export const metricsResource: ResourceOf<'metrics'> = {
  permissions: { 'VIEW-DASHBOARD': ['TRUE'] },
  held: { manager: { 'VIEW-DASHBOARD': 'TRUE' } },
  calls: {
    summary: [
      { needs, ok: 200, variant: 'keys', ...report('MultipleOnekeyCheckouts') },
      { needs, ok: 200, variant: 'OKMs', ...report('OkmsOffline') },
      { needs, ok: 200, variant: 'attempts', ...report('UnauthorizedAttempts') },
      { needs, ok: 200, variant: 'locks', ...report('UnsecuredLocks') },
    ],
    details: [
      { needs, ok: 200 },
      {
        needs: { ...needs, and: 'CAN-EXPORT-CSV-USERS', andReads: 'USERS' },
        ok: 200,
        variant: 'download',
        query: '?download=true',
      },
    ],
    timeline: { needs, ok: 200, query: `${range}&bucket=hour` },
    week: { needs, ok: 200, query: range },
    attempts: { needs, ok: 200, query: range },
    connectivity: { needs, ok: 200, query: range },
    readings: { needs, ok: 200, query: `${range}&field=battery` },
  },
  locations: async () => ({
    reads: [
      '/api/v1/metrics/MultipleOnekeyCheckouts/summary',
      '/api/v1/metrics/OkmsOffline/summary',
      '/api/v1/metrics/UnsecuredLocks/summary',
      '/api/v1/metrics/MultipleOnekeyCheckouts/details',
      `/api/v1/metrics/activity/timeline${range}&bucket=hour`,
      `/api/v1/metrics/activity/week${range}`,
      `/api/v1/metrics/activity/attempts${range}`,
      `/api/v1/metrics/devices/connectivity${range}`,
      `/api/v1/metrics/devices/readings${range}&field=battery`,
    ],
  }),
};
