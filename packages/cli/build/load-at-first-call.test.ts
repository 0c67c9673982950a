import { expect, it } from 'vitest';

import { forwardingModule } from './load-at-first-call.ts';

it('calls the function of the same name with all arguments', async () => {
  const { createHash, timingSafeEqual } = await moduleOf<typeof import('node:crypto')>('crypto');
  expect(createHash('sha256').update('x').digest('hex')).toMatch(/^2d711642b726b044/);
  expect(timingSafeEqual(Buffer.from('a'), Buffer.from('b'))).toBe(false);
});

it('a module that loads at the first call has the functions in its default export too', async () => {
  const { default: childProcess, spawnSync } = await moduleOf<
    typeof import('node:child_process') & { default: object }
  >('child_process');
  expect(childProcess).toMatchObject({ spawnSync });
  expect(spawnSync(process.execPath, ['-p', '1 + 1']).stdout.toString()).toBe('2\n');
});

it('leaves out classes and functions that are promisified in their own way', async () => {
  expect(Object.keys(await moduleOf('child_process'))).not.toContain('ChildProcess');
  expect(Object.keys(await moduleOf('child_process'))).not.toContain('execFile');
});

async function moduleOf<Module extends object>(name: string): Promise<Module> {
  const url = `data:text/javascript,${encodeURIComponent(forwardingModule(name))}`;
  return (await import(/* @vite-ignore */ url)) as Module;
}
