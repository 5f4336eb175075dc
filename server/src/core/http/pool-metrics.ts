import type pg from 'pg';
import type { Registry } from 'prom-client';
import { addGauge } from '#core/metrics.ts';
import { traitsOf } from '#db/pool.ts';
import type { Waiting } from './call-shares.ts';

/** Adds the figures of the connections for requests, and of the transactions that wait for one or for their share. */
export function measurePool(registry: Registry, pool: pg.Pool, waiting: Readonly<Waiting>): void {
  addGauge(
    registry,
    {
      name: 'keyward_database_connections',
      help: 'Connections to the database for requests, by state',
      labels: ['state'],
    },
    () => [
      { labels: { state: 'in_use' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ],
  );
  addGauge(
    registry,
    { name: 'keyward_database_connections_max', help: 'The most connections to the database for requests' },
    () => [{ value: traitsOf(pool).size }],
  );
  addGauge(
    registry,
    {
      name: 'keyward_transactions_waiting',
      help: 'Transactions of requests that wait: for a connection, or for the share of their tenant or of all controllers',
      labels: ['for'],
    },
    () => [
      { labels: { for: 'connection' }, value: pool.waitingCount },
      { labels: { for: 'tenant' }, value: waiting.tenant },
      { labels: { for: 'controllers' }, value: waiting.controllers },
    ],
  );
}
