import { describe, expect, it } from 'vitest';

import { createProjectPath } from './project-path.ts';

const monorepo = createProjectPath({
  hub: '/__annotate',
  appId: 'apps/shop',
  projectRoot: '/home/ann/repo',
  appRoot: '/home/ann/repo/apps/shop',
});
const windows = createProjectPath({
  hub: '/__annotate',
  appId: '.',
  projectRoot: 'C:/Users/Ann/repo',
  appRoot: 'C:/Users/Ann/repo',
  base: '/app/',
});
const workspace = createProjectPath({
  hub: '/__annotate',
  appId: 'web/projects/shop',
  projectRoot: '/home/ann/repo',
  appRoot: '/home/ann/repo/web/projects/shop',
  sourceRoot: '/home/ann/repo/web',
});
const rootless = createProjectPath({ hub: '/__annotate', appId: 'apps/shop' });

describe('a path from the project root', () => {
  const cases: readonly [string, string, string | null][] = [
    ['an absolute file', '/home/ann/repo/apps/shop/src/App.tsx', 'apps/shop/src/App.tsx'],
    ['an absolute file of another app', '/home/ann/repo/packages/ui/Card.vue', 'packages/ui/Card.vue'],
    ['an absolute file elsewhere', '/@fs/home/bob/x.ts', null],
    ['a bare absolute file elsewhere', '/home/bob/x.ts', null],
    ['a file URL', 'file:///home/ann/repo/apps/shop/src/a%20b.ts', 'apps/shop/src/a b.ts'],
    ['a served module', 'http://localhost:5173/src/App.tsx?t=123', 'apps/shop/src/App.tsx'],
    ['a served path', '/src/App.tsx?v=1', 'apps/shop/src/App.tsx'],
    [
      'a linked package',
      'http://localhost:5173/@fs/home/ann/repo/packages/ui/Card.tsx',
      'packages/ui/Card.tsx',
    ],
    ['a served absolute path', 'http://localhost/home/ann/repo/apps/shop/a.ts', 'apps/shop/a.ts'],
    ['a virtual module', 'http://localhost:5173/@id/__x00__virtual', null],
    ['the client of the dev server', '/@vite/client', null],
    ['a name from the app folder', 'src/App.svelte', 'apps/shop/src/App.svelte'],
    ['a name from the project root', 'apps/shop/src/App.svelte', 'apps/shop/src/App.svelte'],
    ['a name one folder up', '../other/x.ts', 'apps/other/x.ts'],
    ['a name that leaves the project', '../../../x.ts', null],
    ['a webpack name', 'webpack://shop/./src/x.js', 'apps/shop/src/x.js'],
    ['a webpack eval', 'webpack-internal:///(app-pages-browser)/./src/x.js', 'apps/shop/src/x.js'],
    ['a turbopack name', 'turbopack:///[project]/apps/shop/x.tsx', 'apps/shop/x.tsx'],
    ['a package', 'http://localhost:5173/node_modules/.vite/deps/react.js?v=1', null],
    ['a package on disk', '/home/ann/repo/node_modules/lib/index.js', null],
    ['what SvelteKit generates', '/home/ann/repo/apps/shop/.svelte-kit/generated/root.svelte', null],
    ['what Nuxt generates', 'http://localhost:3000/_nuxt/@fs/home/ann/repo/.nuxt/x.mjs', null],
    ['a theme in a folder with a dot', '/home/ann/repo/.vitepress/Layout.vue', '.vitepress/Layout.vue'],
    ['an extension', 'chrome-extension://abc/content.js', null],
    ['a blob', 'blob:http://localhost/1', null],
    ['a virtual name', '\0virtual', null],
    ['nothing', '', null],
  ];
  it.each(cases)('reads %s', (_, name, expected) => {
    expect(monorepo(name)).toBe(expected);
  });

  it('reads Windows paths with any case of the drive letter', () => {
    expect(windows('c:\\Users\\Ann\\repo\\src\\App.vue')).toBe('src/App.vue');
    expect(windows('file:///C:/Users/Ann/repo/src/App.vue')).toBe('src/App.vue');
    expect(windows('http://localhost/app/@fs/C:/Users/Ann/repo/src/App.vue')).toBe('src/App.vue');
    expect(windows('D:\\else\\App.vue')).toBeNull();
  });

  it('leaves out the public base', () => {
    expect(windows('http://localhost:5173/app/src/App.vue?t=1')).toBe('src/App.vue');
  });

  it("reads a compiler's names from the folder that it was started in", () => {
    expect(workspace('projects/shop/src/app.ts')).toBe('web/projects/shop/src/app.ts');
    expect(workspace('libs/ui/card.html')).toBe('web/libs/ui/card.html');
    expect(workspace('../shared/x.ts')).toBe('shared/x.ts');
    expect(workspace('../../elsewhere/x.ts')).toBeNull();
    // A folder of the same name as the app's, which is no guess here.
    expect(workspace('web/projects/shop/x.ts')).toBe('web/web/projects/shop/x.ts');
    expect(workspace('http://localhost:4200/src/app.ts')).toBe('web/projects/shop/src/app.ts');
  });

  it('takes the app id for the folder where no root is known', () => {
    expect(rootless('http://localhost:5173/src/App.tsx')).toBe('apps/shop/src/App.tsx');
    expect(rootless('/home/ann/repo/apps/shop/src/App.tsx')).toBeNull();
  });
});
