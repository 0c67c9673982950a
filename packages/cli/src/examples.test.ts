import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { commands } from './commands/index.ts';
import { workshop } from './testing/workshop.ts';

const { workplace } = workshop();

const examples = commands.flatMap(({ name, examples: all }) => all.map((example) => ({ name, example })));

it.each(examples)('the example of $name runs: $example', async ({ name, example }) => {
  const here = workplace();
  const annotation = sampleAnnotation();
  await here.fill([annotation]);
  if (name === 'import') {
    here.write('store.json', JSON.stringify({ version: 1, annotations: { [annotation.id]: annotation } }));
    here.write('annotations.jsonl', JSON.stringify(annotation));
  }
  for (const folder of [join(here.project, '../shop'), join(here.project, '.cursor')]) mkdirSync(folder);
  const { code, stderr } = await here.run(wordsOf(example));
  expect({ code, stderr }).toEqual({
    code: name === 'doctor' ? 1 : 0,
    stderr: expect.any(String) as unknown,
  });
});

/** As a shell would pass them on, without the program's own name. */
function wordsOf(example: string): string[] {
  const [program, ...words] = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  expect(program).toBe('annotate-mcp');
  return words;
}
