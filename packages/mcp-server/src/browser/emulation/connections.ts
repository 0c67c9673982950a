import type { Emulation } from '@annotate-mcp/browser-protocol';

const kbit = 1_000 / 8;

/** Connections by name, with throughput in bytes per second. */
export const connections = {
  offline: { offline: true, latencyMs: 0, download: 0, upload: 0 },
  'slow-3g': { offline: false, latencyMs: 2_000, download: 400 * kbit, upload: 400 * kbit },
  'fast-3g': { offline: false, latencyMs: 560, download: 1_500 * kbit, upload: 700 * kbit },
  'slow-4g': { offline: false, latencyMs: 170, download: 9_000 * kbit, upload: 1_500 * kbit },
  unlimited: { offline: false, latencyMs: 0, download: -1, upload: -1 },
} as const satisfies Readonly<Record<string, NonNullable<Emulation['network']>>>;

export type ConnectionName = keyof typeof connections;
