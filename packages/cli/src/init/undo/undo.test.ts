/** What init wrote is taken back. Only the package manager is a stand-in. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createStandIns } from '../../testing/stand-in-programs.ts';
import { setUpCli, type TestProject } from '../../testing/test-project.ts';

const { createProject } = setUpCli();

/** Adds to and removes from package.json as npm does, and notes in another file what is young as pnpm does. */
function withNpm(here: TestProject, exitCode = 0) {
  const { env, calls } = createStandIns(here, {
    names: ['npm', 'pnpm'],
    exitCode,
    code: `
if (args[0] === 'add') {
  const file = 'pnpm-workspace.yaml';
  const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  fs.writeFileSync(file, before + 'minimumReleaseAgeExclude:\\n  - ' + args.at(-1) + '\\n');
}
const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8'));
for (const name of args.filter((arg) => arg.includes('annotate-mcp'))) {
  if (args[0] === 'install' || args[0] === 'add') manifest.devDependencies[name] = '1';
  else delete manifest.devDependencies[name];
}
fs.writeFileSync('package.json', JSON.stringify(manifest));
`,
  });
  return { run: (...args: string[]) => here.run(['init', ...args], { env }), calls };
}

const manifest = JSON.stringify({ devDependencies: { vite: '8' } });

describe('init --undo', () => {
  it('restores a package.json as it was written, which the package manager has formatted', async () => {
    const here = createProject();
    const written = '{"devDependencies": {\n\t"vite":"8"}\n  }';
    here.write('package.json', written);
    here.write('vite.config.js', 'export default { plugins: [] };\n');
    const { run } = withNpm(here);
    await run('--yes', '--agents', 'cursor');
    expect(here.read('package.json')).toContain('@annotate-mcp/vite-plugin');
    await run('--undo', '--yes');
    expect(here.read('package.json')).toBe(written);
  });

  it('leaves a package.json that the person has changed since as the package manager writes it', async () => {
    const here = createProject();
    here.write('package.json', '{"devDependencies": {\n\t"vite":"8"}\n  }');
    here.write('vite.config.js', 'export default { plugins: [] };\n');
    const { run } = withNpm(here);
    await run('--yes', '--agents', 'cursor');
    here.write('package.json', here.read('package.json').replace('"8"', '"9"'));
    await run('--undo', '--yes');
    expect(here.read('package.json')).toBe('{"devDependencies":{"vite":"9"}}');
  });

  it.each([null, 'overrides:\n  vite: 8\n'])('restores what pnpm noted beside %j', async (before) => {
    const here = createProject();
    here.write('package.json', manifest);
    here.write('pnpm-lock.yaml', '');
    here.write('vite.config.js', 'export default { plugins: [] };\n');
    if (before !== null) here.write('pnpm-workspace.yaml', before);
    const read = () =>
      readdirSync(here.project).includes('pnpm-workspace.yaml') ? here.read('pnpm-workspace.yaml') : null;
    const { run } = withNpm(here);
    await run('--yes', '--agents', 'cursor');
    expect(read()).toBe(`${before ?? ''}minimumReleaseAgeExclude:\n  - @annotate-mcp/vite-plugin\n`);
    await run('--undo', '--yes');
    expect(read()).toBe(before);
  });

  it('takes back every file that init wrote, and the package', async () => {
    const here = createProject();
    here.write('package.json', manifest);
    here.write('index.html', '');
    here.write('vite.config.js', "import vue from 'v';\nexport default { plugins: [vue()] };\n");
    here.write(
      '.cursor/mcp.json',
      '{\n  "mcpServers": {\n    "db": {\n      "command": "db"\n    } // local\n  }\n}\n',
    );
    here.write('.codex/config.toml', '# mine\nmodel = "x"\n');
    here.write('AGENTS.md', '# Rules\n');
    const before = here.files();
    const { run, calls } = withNpm(here);
    await run(
      '--yes',
      '--guide',
      '--agents',
      'claude-code,cursor,codex,vscode',
      '--store',
      'json:review.json',
    );
    expect(Object.keys(here.files())).toEqual(expect.arrayContaining(['.mcp.json', '.gitattributes']));
    const { code, stdout } = await run('--undo', '--yes', '--store', 'json:review.json');
    expect(here.files()).toEqual(before);
    expect(code).toBe(0);
    expect(stdout).toContain('delete  .mcp.json');
    expect(stdout).toContain('Done. Restart your dev server and your agents.');
    expect(calls().map(({ ran }) => ran)).toEqual([
      'npm install --save-dev @annotate-mcp/vite-plugin',
      'npm uninstall @annotate-mcp/vite-plugin',
    ]);
    expect((await run('--undo', '--yes')).stdout).toContain('Nothing of annotate-mcp was found here.');
  });

  it.each([
    '{\n  // team\n  "mcpServers": {}\n}\n',
    '{ "mcpServers": { "db": { "command": "db", "args": ["a", "b"] } } }',
    '{\r\n\t"mcpServers": {\r\n\t\t"db": { "command": "db", "args": ["a", "b"] }, // local\r\n\t}\r\n}',
    '{ // x\n  "other": 1 // y\n}\n',
    '{}',
  ])('leaves no trace in %j', async (text) => {
    const here = createProject();
    const file = here.write('.mcp.json', text);
    const { run } = withNpm(here);
    await run('--yes', '--agents', 'claude-code');
    expect(here.read('.mcp.json')).toContain('annotate-mcp');
    expect((await run('--undo', '--dry-run')).stdout).toContain('change  .mcp.json');
    await run('--undo', '--yes');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('leaves an empty list of plugins as it was', async () => {
    const here = createProject();
    const config = 'export default {\n  plugins: [],\n};\n';
    here.write('package.json', manifest);
    here.write('index.html', '');
    here.write('vite.config.js', config);
    const { run } = withNpm(here);
    await run('--yes', '--agents', 'cursor');
    expect(here.read('vite.config.js')).toContain('  plugins: [annotate()],\n');
    await run('--undo', '--yes');
    expect(here.read('vite.config.js')).toBe(config);
  });

  it('finds the texts from before the first init after the second one', async () => {
    const here = createProject();
    const text = '{ "mcpServers": {} }\n';
    here.write('.mcp.json', text);
    const { run } = withNpm(here);
    await run('--yes', '--agents', 'claude-code');
    await run('--yes', '--agents', 'claude-code', '--browser');
    expect(here.read('.mcp.json')).toContain('browser');
    await run('--undo', '--yes');
    expect(here.read('.mcp.json')).toBe(text);
  });

  it('keeps what was written since, and takes ours out of it', async () => {
    const here = createProject();
    here.write('.mcp.json', '{\n  "mcpServers": {}\n}\n');
    const { run } = withNpm(here);
    await run('--yes', '--agents', 'claude-code');
    here.write(
      '.mcp.json',
      here.read('.mcp.json').replace('"mcpServers": {', '"mcpServers": {\n    "db": {},'),
    );
    await run('--undo', '--yes');
    expect(here.read('.mcp.json')).toBe('{\n  "mcpServers": {\n    "db": {}\n  }\n}\n');
  });

  it('remembers no text of a file, which may have keys in it', async () => {
    const here = createProject();
    here.write('.mcp.json', '{ "mcpServers": { "db": { "env": { "TOKEN": "secret-1" } } } }\n');
    const { run } = withNpm(here);
    await run('--yes', '--agents', 'claude-code');
    const folder = join(here.home, '.config/annotate-mcp/init');
    const [name = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, name), 'utf8')).not.toContain('secret');
    await run('--undo', '--yes');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes what init created, and the root that it wrote down', async () => {
    const here = createProject();
    here.write('part/package.json', manifest);
    here.write('part/index.html', '');
    const before = here.files();
    const { run } = withNpm(here);
    const root = ['--root', join(here.project, 'part')];
    await run('--yes', '--guide', '--agents', 'claude-code', ...root);
    expect(Object.keys(here.files())).toEqual(
      expect.arrayContaining(['part/.annotate-root', 'part/CLAUDE.md', 'part/vite.config.mjs']),
    );
    await run('--undo', '--yes', ...root);
    expect(here.files()).toEqual(before);
  });

  it('repairs a dev server whose package was uninstalled first', async () => {
    const here = createProject();
    here.write('package.json', manifest);
    const config = 'export default { plugins: [] };\n';
    here.write(
      'vite.config.js',
      `import { annotate } from '@annotate-mcp/vite-plugin';\nexport default { plugins: [annotate()] };\n`,
    );
    const { run, calls } = withNpm(here);
    expect((await run('--undo', '--yes')).code).toBe(0);
    expect(here.read('vite.config.js')).not.toContain('annotate');
    expect(here.read('vite.config.js').length).toBeLessThanOrEqual(config.length);
    expect(calls()).toEqual([]);
  });

  it('takes back what ng add wrote', async () => {
    const here = createProject();
    const angularJson = (serve: string) =>
      `{ // mine\n  "projects": {\n    "shop": {\n      "root": "",\n      "architect": {\n        "build": { "builder": "@angular/build:application" },\n        "serve": {\n          "builder": "${serve}"\n        }\n      }\n    }\n  }\n}\n`;
    const config =
      "import { provideRouter } from '@angular/router';\nexport const appConfig = { providers: [provideRouter([])] };\n";
    const dependencies = { '@angular/core': '22.0.0' };
    here.write('package.json', JSON.stringify({ dependencies, devDependencies: {} }));
    here.write('angular.json', angularJson('@angular/build:dev-server'));
    here.write('src/app/app.config.ts', config);
    here.write('.gitignore', 'dist\n');
    const before = here.files();
    here.write(
      'package.json',
      JSON.stringify({
        dependencies,
        devDependencies: { '@annotate-mcp/angular': '1', 'annotate-mcp': '1' },
      }),
    );
    here.write('angular.json', angularJson('@annotate-mcp/angular:dev-server'));
    here.write(
      'src/app/app.config.ts',
      config
        .replace("router';\n", "router';\nimport { provideNgAnnotate } from '@annotate-mcp/angular';\n")
        .replace('([])]', '([]), provideNgAnnotate()]'),
    );
    here.write(
      '.mcp.json',
      '{ "mcpServers": { "annotate": { "command": "npx", "args": ["-y", "annotate-mcp"] } } }\n',
    );
    here.write('.gitignore', 'dist\n\n# annotate-mcp\n.annotate/\n');
    const { run, calls } = withNpm(here);
    expect((await run('--undo', '--yes')).code).toBe(0);
    expect(calls().map(({ ran }) => ran)).toEqual(['npm uninstall @annotate-mcp/angular annotate-mcp']);
    expect(here.files()).toEqual(before);
  });

  it('leaves the package where a file still needs it, and says what to do', async () => {
    const here = createProject();
    here.write(
      'package.json',
      JSON.stringify({ devDependencies: { vite: '8', '@annotate-mcp/vite-plugin': '1' } }),
    );
    const config = `import { annotate } from '@annotate-mcp/vite-plugin';\nconst ours = annotate();\nexport default { plugins: [ours] };\n`;
    here.write('vite.config.js', config);
    const { run, calls } = withNpm(here);
    const { code, stdout } = await run('--undo', '--yes');
    expect(code).toBe(1);
    expect(stdout).toContain('Change it by hand:');
    expect(stdout).toContain('Not finished');
    expect(here.read('vite.config.js')).toBe(config);
    expect(calls()).toEqual([]);
  });

  it('with --dry-run changes nothing, and keeps annotations in any case', async () => {
    const here = createProject();
    here.write('.annotate/store.db', 'mine');
    here.write('.mcp.json', '{ "mcpServers": { "annotate": { "command": "npx" } } }\n');
    const before = here.files();
    const { run } = withNpm(here);
    expect((await run('--undo', '--dry-run')).stdout).toContain('Nothing was changed (--dry-run).');
    expect(here.files()).toEqual(before);
    const { stdout } = await run('--undo', '--yes');
    expect(stdout).toContain('Your annotations stay in');
    expect(here.read('.annotate/store.db')).toBe('mine');
  });
});
