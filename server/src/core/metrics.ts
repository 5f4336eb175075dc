import { Registry } from 'prom-client';

/** Measured once for the process, whatever serves it: /metrics prints these behind those of the server. */
export const processMetrics = new Registry();
