import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const page = readFileSync(join(import.meta.dirname, '../../../docs/github.md'), 'utf8');

/** What GitHub documents about workflow files, as far as this one uses it; an unknown key is an error there too. */
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.strictObject({ pull_request: z.strictObject({ paths: z.array(z.string()) }) }),
  permissions: z.strictObject({ contents: z.literal('read'), 'pull-requests': z.literal('write') }),
  concurrency: z.strictObject({ group: z.string() }),
  jobs: z.record(
    z.string(),
    z.strictObject({
      if: z.string(),
      'runs-on': z.string(),
      'timeout-minutes': z.int(),
      steps: z.array(
        z.union([
          z.strictObject({
            uses: z.string().regex(/^actions\/[\w-]+@v\d+$/),
            with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
          }),
          z.strictObject({ run: z.string(), env: z.record(z.string(), z.string()) }),
        ]),
      ),
    }),
  ),
});

it('the workflow in the documents is a valid one, and puts no text of a pull request into a command', () => {
  const [, yaml = ''] = /```yaml\n([^]*?)```/.exec(page) ?? [];
  const { jobs } = workflowSchema.parse(parse(yaml));
  const commands = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap((step) => ('run' in step ? [step.run] : [])),
  );
  expect(commands).toHaveLength(1);
  expect(commands.join('\n')).not.toContain('${{');
  expect(commands.join('\n')).toMatch(/ sync github .*--from-repository --no-receive$/);
});
