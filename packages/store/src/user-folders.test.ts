import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { isPosix } from './testing/machine.ts';
import { bridgeFile, configFolder, extensionFolder, provenanceFolder } from './user-folders.ts';

const linux = { platform: 'linux', home: '/home/ann' } as const;

it.skipIf(!isPosix).each(['', '.', '.config', '../config'])(
  'a folder of the user is not in the project when a variable says %j',
  (value) => {
    for (const name of ['ANNOTATE_CONFIG_FOLDER', 'XDG_CONFIG_HOME'])
      expect(configFolder({ ...linux, env: { [name]: value } })).toBe('/home/ann/.config/annotate-mcp');
  },
);

it.skipIf(!isPosix).each([
  ['C:\\Users\\ann\\Roaming', true],
  ['Roaming', false],
])('is in APPDATA if that is absolute: %s', (value, isUsed) => {
  const folder = configFolder({ platform: 'win32', home: 'C:\\Users\\ann', env: { APPDATA: value } });
  expect(folder.startsWith(isUsed ? value : 'C:\\Users\\ann')).toBe(true);
});

it.runIf(process.platform === 'linux').each([
  ['empty', { HOME: '' }],
  ['relative', { HOME: 'home' }],
  ['missing', {}],
])('is the same for a process whose HOME is %s', (_what, env) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-home-')));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const module = JSON.stringify(new URL('user-folders.ts', import.meta.url).href);
  const script = `import { configFolder, provenanceFolder } from ${module}; console.log(configFolder())`;
  const folder = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd,
    env,
    encoding: 'utf8',
  });
  expect(isAbsolute(folder)).toBe(true);
  expect(folder.trim()).toBe(join(userInfo().homedir, '.config', 'annotate-mcp'));
});

it.skipIf(!isPosix).each([
  { name: 'a shell', env: { HOME: linux.home, XDG_CONFIG_HOME: '/home/ann/settings' } },
  { name: 'an agent, which passes on a few variables', env: { HOME: linux.home } },
])('the key is in the same folder for a process that is started by $name', ({ env }) => {
  expect(provenanceFolder({ ...linux, env })).toBe('/home/ann/.config/annotate-mcp');
});

it('the key is where the user says it is', () => {
  const env = { ANNOTATE_CONFIG_FOLDER: '/keys' };
  expect(provenanceFolder({ ...linux, env })).toBe('/keys');
});

it.skipIf(!isPosix).each([{}, { XDG_CONFIG_HOME: '/home/ann/settings' }])(
  'the bridge file and the extension are where every process of the user looks, with %o',
  (more) => {
    const machine = { ...linux, env: { HOME: linux.home, ...more } };
    expect(bridgeFile(machine)).toBe('/home/ann/.config/annotate-mcp/bridge.json');
    expect(extensionFolder(machine)).toBe('/home/ann/.config/annotate-mcp/extension');
  },
);
