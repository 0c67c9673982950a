import { expect, it } from 'vitest';

import { projectIdOf } from './options.ts';

it.each([
  { name: 'the same app', root: '/home/ann/shop', appId: 'apps/a', same: true },
  { name: 'another app of the project', root: '/home/ann/shop', appId: 'apps/b', same: false },
  { name: 'another project', root: '/home/ann/other', appId: 'apps/a', same: false },
])('for $name, being the same is $same', ({ root, appId, same }) => {
  expect(projectIdOf(root, appId) === projectIdOf('/home/ann/shop', 'apps/a')).toBe(same);
});

it('ignores the case of a drive letter', () => {
  expect(projectIdOf('C:/shop', '.')).toBe(projectIdOf('c:/shop', '.'));
});
