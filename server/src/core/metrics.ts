import { Registry } from 'prom-client';

/** Metrics of the whole process; /metrics prints them after those of the server. */
export const processMetrics = new Registry();
