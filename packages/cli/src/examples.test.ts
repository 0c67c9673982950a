import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { commands } from './commands/index.ts';
import { exitCodeOf, type Workplace, workshop } from './testing/workshop.ts';

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
  const words = wordsOf(example);
  const { code, stderr } = stays(words) ? await served(here, words) : await here.run(words);
  expect({ code, stderr }).toEqual({
    code: name === 'doctor' ? 1 : 0,
    stderr: expect.any(String) as unknown,
  });
});

/** Until it is ended. */
function stays([command, ...options]: readonly string[]): boolean {
  return command === 'serve' && !options.includes('--connection') && !options.includes('--install');
}

async function served(
  here: Workplace,
  words: readonly string[],
): Promise<{ code: number | null; stderr: string }> {
  const child = here.start([...words, '--port', '0']);
  const ended = exitCodeOf(child);
  child.stdout.once('data', () => child.kill());
  return { code: await ended, stderr: '' };
}

/** As a shell would pass them on, without the program's own name. */
function wordsOf(example: string): string[] {
  const [program, ...words] = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  expect(program).toBe('annotate-mcp');
  return words;
}
