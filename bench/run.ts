/** `npm run bench -- [name…] [--json] [--peer]`: runs the benchmarks and prints what they found. */
import { parseArgs } from 'node:util';

import { anchors } from './anchors/index.ts';
import type { Benchmark, Report } from './benchmark.ts';
import { browser } from './browser/index.ts';
import { delivery } from './delivery/index.ts';
import { devServer } from './dev-server/index.ts';
import { look } from './look/index.ts';
import { markdown } from './markdown/index.ts';
import { overlay } from './overlay/index.ts';
import { sources } from './sources/index.ts';
import { start } from './start/index.ts';
import { store } from './store/index.ts';
import { team } from './team/index.ts';
import { texts } from './texts/index.ts';
import { tools } from './tools/index.ts';
import { work } from './work/index.ts';

const benchmarks: readonly Benchmark[] = [
  anchors,
  browser,
  delivery,
  devServer,
  look,
  markdown,
  overlay,
  sources,
  start,
  store,
  team,
  texts,
  tools,
  work,
];

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, peer: { type: 'boolean', default: false } },
  });
  const results: Record<string, Record<string, unknown>> = {};
  for (const benchmark of choose(positionals)) {
    console.log(`\n# ${benchmark.name}: ${benchmark.title}`);
    const found: Record<string, unknown> = {};
    await benchmark.run(reportTo(found), { peer: values.peer });
    results[benchmark.name] = found;
  }
  if (values.json) console.log(JSON.stringify(results));
}

function choose(names: readonly string[]): readonly Benchmark[] {
  if (names.length === 0) return benchmarks;
  return names.map((name) => {
    const found = benchmarks.find((benchmark) => benchmark.name === name);
    if (found !== undefined) return found;
    throw new Error(
      `There is no benchmark "${name}"; there is ${benchmarks.map((each) => each.name).join(', ')}.`,
    );
  });
}

function reportTo(found: Record<string, unknown>): Report {
  return {
    // To stderr, so that stdout has only tables and JSON.
    progress: (message) => console.error(`… ${message}`),
    table: (title, rows) => {
      console.log(`\n${title}`);
      console.table(rows);
    },
    result: (key, value) => {
      found[key] = value;
    },
  };
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
