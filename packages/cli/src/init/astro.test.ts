import { describe, expect, it } from 'vitest';

import { astro } from '../apps/configs/astro.ts';
import { withPlugin } from '../config-file/config-file.ts';
import { setUpCli, type TestProject } from '../testing/test-project.ts';

const { createProject } = setUpCli();

const config = `// @ts-check
import { defineConfig } from 'astro/config';
import mdx from '@astrojs/mdx';

export default defineConfig({
  site: 'https://harbor.example',
  integrations: [mdx()],
});
`;

function site(here: TestProject, more: object = {}): void {
  const devDependencies = { '@annotate-mcp/astro': '1' };
  here.write(
    'package.json',
    JSON.stringify({ scripts: { dev: 'astro dev' }, dependencies: { astro: '7' }, devDependencies, ...more }),
  );
}

const init = (here: TestProject, ...more: string[]) =>
  here.run(['init', '--agents', 'cursor', '--yes', ...more]);

describe('init in an Astro site', () => {
  it('puts the integration into the configuration, and nothing else changes there', async () => {
    const here = createProject();
    site(here);
    here.write('astro.config.mjs', config);
    const { code, stdout } = await init(here);
    expect(code).toBe(0);
    expect(here.read('astro.config.mjs')).toBe(
      config
        .replace("'@astrojs/mdx';\n", "'@astrojs/mdx';\nimport { annotate } from '@annotate-mcp/astro';\n")
        .replace('[mdx()]', '[annotate(), mdx()]'),
    );
    expect(stdout).toContain('Found    Astro');
    expect(stdout).toContain('Restart your dev server (npm run dev)');
    const again = await init(here);
    expect(again.stdout).toContain('has the annotate integration');
  });

  it('makes a configuration where there is none', async () => {
    const here = createProject();
    site(here);
    await init(here);
    expect(withPlugin(here.read('astro.config.mjs'), astro.kind)).toEqual({ state: 'wired' });
  });

  it("would install the package with the site's package manager", async () => {
    const here = createProject();
    site(here, { devDependencies: {}, packageManager: 'pnpm@10.0.0' });
    const { stdout } = await init(here, '--dry-run');
    expect(stdout).toContain('pnpm add --save-dev @annotate-mcp/astro');
  });

  it('knows what astro add wrote', async () => {
    const here = createProject();
    site(here);
    const added = config
      .replace("'@astrojs/mdx';\n", "'@astrojs/mdx';\nimport annotateMcp from '@annotate-mcp/astro';\n")
      .replace('[mdx()]', '[mdx(), annotateMcp()]');
    here.write('astro.config.mjs', added);
    await init(here);
    expect(here.read('astro.config.mjs')).toBe(added);
  });

  it('says what to add by hand where it cannot be told', async () => {
    const here = createProject();
    site(here);
    const unclear = "import { make } from './make.mjs';\nexport default make();\n";
    here.write('astro.config.mjs', unclear);
    const { stdout } = await init(here);
    expect(stdout).toContain("import { annotate } from '@annotate-mcp/astro';");
    expect(stdout).toContain('integrations: [annotate()],');
    expect(here.read('astro.config.mjs')).toBe(unclear);
  });
});
