/** Figures for Prometheus. No label names a project, a person or a path, because they are read without those rights. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  request(route: string, status: number, seconds: number): void;
  refused(reason: 'token' | 'rate' | 'guard'): void;
  /** Returns what to call when the connection has ended. */
  connection(kind: 'page' | 'mcp'): () => void;
  text(): Promise<{ type: string; body: string }>;
}

export function createMetrics(projects: () => number): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'annotate_' });
  const requests = new Histogram({
    name: 'annotate_http_request_seconds',
    help: 'Time until a request was answered; long polls of agents included.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'annotate_refused_total',
    help: 'Requests that were refused: without a valid token, above the rate limit, or by another check.',
    labelNames: ['reason'],
    registers: [registry],
  });
  const open = new Gauge({
    name: 'annotate_open_connections',
    help: 'Sockets of pages, and calls of agents that are under way.',
    labelNames: ['kind'],
    registers: [registry],
  });
  registry.registerMetric(
    new Gauge({
      name: 'annotate_open_projects',
      help: 'Projects whose store this server has open.',
      registers: [],
      collect() {
        this.set(projects());
      },
    }),
  );
  return {
    request: (route, status, seconds) =>
      requests.observe({ route, status: `${Math.floor(status / 100)}xx` }, seconds),
    refused: (reason) => refusals.inc({ reason }),
    connection: (kind) => {
      open.inc({ kind });
      return () => open.dec({ kind });
    },
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  };
}
