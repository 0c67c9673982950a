import { expect, it } from 'vitest';

import { findChrome } from './find-chrome.ts';

const linux = { platform: 'linux', home: '/home/ann' } as const;
const mac = { platform: 'darwin', home: '/Users/ann', env: {} } as const;
const windows = {
  platform: 'win32',
  home: 'C:\\Users\\ann',
  env: { ProgramFiles: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local' },
} as const;

it.each([
  {
    name: 'Chrome before Chromium on Linux',
    machine: { ...linux, env: { PATH: '/usr/bin:/opt/bin' } },
    there: ['/usr/bin/chromium', '/opt/bin/google-chrome'],
    found: { name: 'Chrome', command: ['/opt/bin/google-chrome'] },
  },
  {
    name: 'no program that a project brings with it',
    machine: { ...linux, env: { PATH: '/repo/node_modules/.bin:bin:/usr/bin' } },
    there: ['/repo/node_modules/.bin/google-chrome', 'bin/google-chrome', '/usr/bin/chromium'],
    found: { name: 'Chromium', command: ['/usr/bin/chromium'] },
  },
  {
    name: 'an app of the user on macOS',
    machine: mac,
    there: ['/Users/ann/Applications/Brave Browser.app'],
    found: { name: 'Brave', command: ['/usr/bin/open', '-a', 'Brave Browser'] },
  },
  {
    name: 'Chrome that a user of Windows installed without an administrator',
    machine: windows,
    there: ['C:\\Users\\ann\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe'],
    found: {
      name: 'Chrome',
      command: ['C:\\Users\\ann\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe'],
    },
  },
  { name: 'nothing where there is none', machine: mac, there: [], found: null },
])('finds $name', ({ machine, there, found }) => {
  const paths: readonly string[] = there;
  expect(findChrome(machine, (path) => paths.includes(path))).toEqual(found);
});
