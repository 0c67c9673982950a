/**
 * Which workspace may import which: the arrows of ARCHITECTURE.md, by folder. Lint refuses every other
 * import between workspaces, and arrows.test.ts compares this table with each package.json.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const arrows = {
  'packages/core': [],
  'packages/http': ['packages/core'],
  'packages/page-facts': [],
  'packages/store': ['packages/core'],
  'packages/consent': ['packages/core', 'packages/store', 'packages/http'],
  'packages/markdown': ['packages/core', 'packages/store'],
  'packages/browser-protocol': ['packages/core'],
  'packages/work': ['packages/core', 'packages/store', 'packages/consent'],
  'packages/lsp': ['packages/core', 'packages/store'],
  'packages/github': ['packages/core', 'packages/store'],
  'packages/mcp-server': [
    'packages/core',
    'packages/store',
    'packages/http',
    'packages/consent',
    'packages/markdown',
    'packages/browser-protocol',
    'packages/page-facts',
  ],
  'packages/cli': [
    'packages/core',
    'packages/store',
    'packages/http',
    'packages/markdown',
    'packages/browser-protocol',
    'packages/mcp-server',
    'packages/hub',
    'packages/consent',
    'packages/work',
    'packages/github',
    'packages/lsp',
    'packages/team',
    'packages/unplugin',
  ],
  'packages/team': [
    'packages/core',
    'packages/store',
    'packages/http',
    'packages/hub',
    'packages/mcp-server',
  ],
  'packages/overlay': ['packages/core', 'packages/page-facts'],
  'packages/hub': [
    'packages/core',
    'packages/store',
    'packages/http',
    'packages/consent',
    'packages/overlay',
  ],
  'packages/unplugin': ['packages/core', 'packages/hub'],
  'packages/vite-plugin': ['packages/core', 'packages/hub', 'packages/unplugin'],
  'packages/astro': ['packages/unplugin', 'packages/vite-plugin'],
  'packages/next': ['packages/core', 'packages/hub', 'packages/unplugin'],
  'packages/nuxt': ['packages/vite-plugin'],
  'packages/angular': ['packages/core', 'packages/hub', 'packages/overlay'],
  'apps/docs': [],
  'apps/markdown-view': ['packages/core', 'packages/markdown', 'packages/overlay'],
  // Of `team` only the types of what the server answers.
  'apps/team-page': ['packages/core', 'packages/page-facts', 'packages/overlay', 'packages/team'],
  'apps/plugin': ['packages/cli'],
  'apps/vscode': ['packages/core', 'packages/store', 'packages/lsp'],
  'apps/extension': ['packages/core', 'packages/page-facts', 'packages/browser-protocol', 'packages/overlay'],
  'demos/react': ['packages/vite-plugin'],
  'demos/vue': ['packages/vite-plugin'],
  'demos/svelte': ['packages/vite-plugin'],
  'demos/plain': ['packages/vite-plugin'],
  'demos/angular': ['packages/angular'],
  'demos/astro': ['packages/astro'],
  'demos/agent': [],
  'demos/tasks': [],
  bench: [
    'packages/core',
    'packages/store',
    'packages/hub',
    'packages/markdown',
    'packages/team',
    'packages/browser-protocol',
    'packages/vite-plugin',
    'demos/tasks',
  ],
  e2e: [
    'packages/core',
    'packages/store',
    'packages/consent',
    'packages/hub',
    'packages/browser-protocol',
    'demos/agent',
    'demos/tasks',
    // Its apps with real dev servers.
    'bench',
  ],
};

/** The table turned round, as `import-x/no-restricted-paths` wants it: what each folder must not import. */
export function forbiddenZones() {
  return Object.entries(arrows).map(([target, allowed]) => ({
    target: `./${target}`,
    from: Object.keys(arrows)
      .filter((folder) => folder !== target && !allowed.includes(folder))
      .map((folder) => `./${folder}`),
    message: `${target} may import ${allowed.length > 0 ? allowed.join(', ') : 'no other workspace'} (eslint/arrows.js).`,
  }));
}
