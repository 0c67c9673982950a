import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createApp } from '@annotate-mcp/unplugin/testing/app';

import { createPreparedModules } from './prepared-modules.ts';

/** Modules whose results say how they were made, and a file that is used by a page. */
async function startPreparing() {
  const app = await createApp({ 'package.json': '{}', 'src/a.jsx': 'one' });
  const file = join(app.root, 'src/a.jsx');
  let onPrepared: () => void = () => undefined;
  const modules = createPreparedModules((code) => {
    // After what `fileChanged` does with the result.
    setImmediate(() => onPrepared());
    return Promise.resolve(`prepared ${code}`);
  });
  const ask = (code: string) => modules.resultOf(code, file, () => Promise.resolve(`asked ${code}`));
  const change = (text: string) =>
    new Promise<void>((resolve) => {
      onPrepared = resolve;
      writeFileSync(file, text);
      modules.fileChanged(file);
    });
  return { ask, change, file, modules, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

it('has a module ready before it is asked for after a change', async () => {
  await using preparing = await startPreparing();
  expect(await preparing.ask('one')).toBe('asked one');
  await preparing.change('two');
  expect(await preparing.ask('two')).toBe('prepared two');
  expect(await preparing.ask('two')).toBe('asked two');
});

it('uses nothing that was prepared for another text of the module', async () => {
  await using preparing = await startPreparing();
  await preparing.ask('one');
  await preparing.change('half of tw');
  expect(await preparing.ask('two, and what another plugin added')).toBe(
    'asked two, and what another plugin added',
  );
});

it('prepares no module that no page has asked for', async () => {
  await using preparing = await startPreparing();
  let isPrepared = false;
  const modules = createPreparedModules(() => {
    isPrepared = true;
    return Promise.resolve('');
  });
  modules.fileChanged(preparing.file);
  // Both read the file; this one was asked to later.
  await preparing.ask('one');
  await preparing.change('two');
  expect(isPrepared).toBe(false);
});
