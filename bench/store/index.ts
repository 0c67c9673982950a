import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Benchmark } from '../benchmark.ts';

import { measureGrowth } from './growth.ts';
import { measureManyWriters } from './many-writers.ts';
import { measureWakeUp } from './wake-up.ts';

export const store: Benchmark = {
  name: 'store',
  title: 'what a change costs in a small and a large store, and when another process knows of it',
  run: async (report) => {
    const folder = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
    const part = (name: string) => {
      mkdirSync(join(folder, name));
      return join(folder, name);
    };
    try {
      await measureWakeUp(part('wake-up'), report);
      await measureManyWriters(part('many-writers'), report);
      await measureGrowth(part('growth'), report);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
