// Figures for /metrics (Prometheus). No label names a tenant, a profile or a device.
import { Gauge, Registry } from 'prom-client';

/** Metrics of the whole process; /metrics prints them after those of the server. */
export const processMetrics = new Registry();

export type Figure<Label extends string = never> = { value: number; labels?: Readonly<Record<Label, string>> };

/** Adds a gauge that is read with /metrics. Without a figure it is not shown: an unknown value is not 0. */
export function addGauge<Label extends string = never>(
  registry: Registry,
  { labels = [], ...about }: { name: string; help: string; labels?: readonly Label[] },
  read: () => readonly Figure<Label>[] | Promise<readonly Figure<Label>[]>,
): void {
  const gauge = new Gauge<Label>({
    ...about,
    labelNames: labels,
    registers: [registry],
    collect: async () => {
      const figures = await read();
      gauge.reset();
      gauge.remove({}); // a gauge without labels is reset to 0
      for (const { value, labels: of } of figures) {
        if (of) gauge.set(of, value);
        else gauge.set(value);
      }
    },
  });
}
