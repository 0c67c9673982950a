import { describe, expect, it } from 'vitest';

import { pluginPackage, viteKind } from '../apps/configs/vite.ts';

import { withPlugin } from './config-file.ts';
import { withoutImport } from './without-import.ts';

const isOurs = (source: string) => source === pluginPackage;

describe('taking the plugin out of a configuration', () => {
  it.each([
    "import { defineConfig } from 'vite';\nimport react from 'r';\n\nexport default defineConfig({\n  plugins: [react()], // mine\n});\n",
    'import react from "r"\r\nexport default {\r\n  plugins: [\r\n    // first\r\n    react(),\r\n  ],\r\n}\r\n',
    "import { defineConfig } from 'vite';\n\nexport default defineConfig({\n  base: '/shop/',\n});\n",
    'export default {};\n',
    "export default ({ mode }) => ({ plugins: [mode === 'x' && x()].filter(Boolean) });\n",
  ])('is the reverse of putting it there: %j', (text) => {
    const added = withPlugin(text, viteKind);
    expect(added.state).toBe('added');
    expect(withoutImport('after' in added ? added.after : '', isOurs)).toEqual({
      state: 'removed',
      after: text,
    });
  });

  it.each([
    { name: 'last', list: 'react(), annotate({ review: true })', rest: 'react()' },
    { name: 'in the middle', list: 'a(), annotate(), b()', rest: 'a(), b()' },
  ])('works where it is $name', ({ list, rest }) => {
    const text = `import { annotate } from '${pluginPackage}';\nimport { a } from 'a';\nexport default { plugins: [${list}] };\n`;
    expect(withoutImport(text, isOurs)).toEqual({
      state: 'removed',
      after: `import { a } from 'a';\nexport default { plugins: [${rest}] };\n`,
    });
  });

  it('takes the options out with the name of the module', () => {
    const text = "export default { modules: ['a', ['@annotate-mcp/nuxt', { theme: 'dark' }]] };\n";
    expect(withoutImport(text, (source) => source === '@annotate-mcp/nuxt')).toEqual({
      state: 'removed',
      after: "export default { modules: ['a'] };\n",
    });
  });

  it.each([
    `import { annotate } from '${pluginPackage}';\nconst ours = annotate();\nexport default { plugins: [ours] };\n`,
    `import { annotate } from '${pluginPackage}';\nexport default { plugins: [dev && annotate()] };\n`,
    'export default {',
  ])('leaves what it does not follow: %j', (text) => {
    expect(withoutImport(text, isOurs)).toEqual({ state: 'unclear' });
  });

  it('finds nothing where nothing is', () => {
    expect(withoutImport('export default {};\n', isOurs)).toEqual({ state: 'absent' });
  });
});
