import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';
import { z } from 'zod';

import { expectedShortfalls } from '../testing/conformance-expected.ts';
import { spawnHttpServer } from '../testing/http-process.ts';
import { temporaryFolder } from '../testing/http-server.ts';

const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');
const checks = z.array(z.looseObject({ id: z.string(), status: z.string() }));
/** As many scenarios as the installed suite has: fewer would mean that some were not run. */
const scenarios = 32;

it(
  'passes the official conformance suite except for the listed scenarios',
  { tags: 'full', timeout: 120_000 },
  async () => {
    const results = temporaryFolder();
    const { url } = await spawnHttpServer(temporaryFolder());
    // Its exit code does not tell warnings from success, so what it wrote is read.
    const run = promisify(execFile)(process.execPath, [
      ...[suite, 'server', '--url', `${url}/mcp`],
      ...['--suite', 'all', '--output-dir', results],
    ]);
    await run.catch(() => 'It failed somewhere; the results say where.');
    const outcomes = readdirSync(results).map((folder) => outcomeOf(join(results, folder), folder));
    expect(outcomes).toHaveLength(scenarios);
    expect(outcomes.every(({ ran }) => ran)).toBe(true);
    expect(outcomes.flatMap(({ shortfalls }) => shortfalls)).toEqual(
      expectedShortfalls.map(({ scenario, check, status }) => ({ scenario, check, status })),
    );
  },
);

function outcomeOf(folder: string, name: string) {
  // server-<scenario>-<time>
  const scenario = /^server-(.*)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name;
  const found = checks.parse(JSON.parse(readFileSync(join(folder, 'checks.json'), 'utf8')));
  return {
    ran: found.length > 0,
    shortfalls: found
      .filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO')
      .map(({ id, status }) => ({ scenario, check: id, status })),
  };
}
