import { expect, it } from 'vitest';

import { clipboardCommands } from './clipboard.ts';

it.each([
  { name: 'macOS', platform: 'darwin', env: {}, programs: ['pbcopy'] },
  { name: 'Windows', platform: 'win32', env: {}, programs: ['clip'] },
  {
    name: 'Wayland',
    platform: 'linux',
    env: { WAYLAND_DISPLAY: 'w', DISPLAY: ':0' },
    programs: ['wl-copy', 'xclip', 'xsel'],
  },
  { name: 'Linux in Windows', platform: 'linux', env: { WSL_DISTRO_NAME: 'Debian' }, programs: ['clip.exe'] },
  { name: 'a server without a screen', platform: 'linux', env: {}, programs: [] },
] as const)('uses what $name has', ({ platform, env, programs }) => {
  expect(clipboardCommands(platform, env).map(([program]) => program)).toEqual(programs);
});
