/** How init sets up an Angular app: it has `ng add` do it. Only that is a stand-in here; the real one has its own test. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createStandIns } from '../testing/stand-in-programs.ts';
import { setUpCli, type TestProject } from '../testing/test-project.ts';

const { createProject } = setUpCli();

const added = 'add @annotate-mcp/angular --skip-confirmation --ai-tool=other';
const angularJson = (builder: string) =>
  `{ // mine\n  "projects": { "shop": { "root": "", "architect": { "serve": { "builder": "${builder}" } } } }\n}\n`;

function app(here: TestProject, folder = '.'): void {
  const manifest = { scripts: { start: 'ng serve' }, dependencies: { '@angular/core': '22.2.5' } };
  here.write(join(folder, 'package.json'), JSON.stringify(manifest));
  here.write(join(folder, 'angular.json'), angularJson('@angular/build:dev-server'));
  here.write(join(folder, 'src/app/app.config.ts'), '');
  here.write(join(folder, 'node_modules/@angular/cli/package.json'), '{}');
}

/** Stand-ins for what starts `ng`: they note their call, and write what `ng add` writes. */
function withNg(here: TestProject, exitCode = 0) {
  const { env, calls } = createStandIns(here, {
    names: ['npx', 'pnpm', 'yarn', 'bunx'],
    exitCode,
    code: `
fs.writeFileSync('angular.json', ${JSON.stringify(angularJson('@annotate-mcp/angular:dev-server'))});
const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8'));
fs.writeFileSync('package.json', JSON.stringify({ ...manifest, devDependencies: { '@annotate-mcp/angular': '1' } }));
`,
  });
  return {
    init: (...args: string[]) => here.run(['init', '--agents', 'cursor', ...args], { env }),
    calls,
  };
}

describe('init in an app of the Angular CLI', () => {
  it('has ng add set it up, and connects the agent', async () => {
    const here = createProject();
    app(here);
    const { init, calls } = withNg(here);
    const { code, stdout } = await init('--yes');
    expect(code).toBe(0);
    expect(calls()).toEqual([{ in: here.project, ran: `npx --no -- ng ${added}` }]);
    expect(stdout).toContain('Found    Angular');
    expect(stdout).toContain(`install @annotate-mcp/angular  npx --no -- ng ${added}`);
    expect(stdout).toContain('Restart your dev server (npm run start)');
    expect(here.read('.cursor/mcp.json')).toContain('annotate-mcp');
  });

  it('does nothing the second time, and says that it is wired', async () => {
    const here = createProject();
    app(here);
    const { init, calls } = withNg(here);
    await init('--yes');
    const { code, stdout } = await init('--yes');
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing to change.');
    expect(stdout).toContain('ok      angular.json  has the annotate builder');
    expect(calls()).toHaveLength(1);
  });

  it.each([
    { file: 'pnpm-lock.yaml', ran: `pnpm exec ng ${added}` },
    { file: 'yarn.lock', ran: `yarn ng ${added}` },
    { file: 'bun.lock', ran: `bunx --no-install ng ${added}` },
  ])('with $file runs $ran', async ({ file, ran }) => {
    const here = createProject();
    app(here, 'apps/shop');
    here.write(file, '');
    const { init, calls } = withNg(here);
    await init('--yes');
    expect(calls()).toEqual([{ in: join(here.project, 'apps/shop'), ran }]);
  });

  it('shows before it asks what ng add will change', async () => {
    const here = createProject();
    app(here);
    const { stdout } = await withNg(here).init('--dry-run');
    expect(stdout).toMatch(
      /which changes package\.json .*\n.*which changes angular\.json .*\n.*which changes src\/app\/app\.config\.ts {2}provideNgAnnotate\(\) in the providers of shop\n.*which changes \.gitignore/,
    );
  });

  it('asks for npm install where ng is not there yet, and connects the agent', async () => {
    const here = createProject();
    app(here);
    rmSync(join(here.project, 'node_modules'), { recursive: true });
    here.write('pnpm-lock.yaml', '');
    const { init, calls } = withNg(here);
    const { code, stdout } = await init('--yes');
    expect(code).toBe(1);
    expect(stdout).toContain('Run pnpm install first, then run init again.');
    expect(stdout).toContain('Not finished.');
    expect(here.read('.cursor/mcp.json')).toContain('annotate-mcp');
    expect(calls()).toEqual([]);
  });

  it('with --no-install and with --dry-run only says what to run', async () => {
    const here = createProject();
    app(here);
    const { init, calls } = withNg(here);
    expect((await init('--dry-run')).stdout).toContain(`ng ${added}`);
    expect((await init('--yes', '--no-install')).stdout).toContain(
      `Install @annotate-mcp/angular yourself: npx --no -- ng ${added}`,
    );
    expect(calls()).toEqual([]);
  });

  it('says what to do when ng add fails, or refuses a file', async () => {
    const here = createProject();
    app(here);
    here.write('angular.json', '{');
    const { code, stdout } = await withNg(here, 1).init('--yes');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /cannot {2}"npx --no -- ng add .*" failed: it ended with 1\.\n +Run it yourself in /,
    );
    expect(here.read('.cursor/mcp.json')).toContain('annotate-mcp');
  });

  it('connects the agent only where another tool builds Angular', async () => {
    const here = createProject();
    here.write('package.json', JSON.stringify({ dependencies: { '@angular/core': '22' } }));
    const { init, calls } = withNg(here);
    const { code, stdout } = await init('--yes');
    expect(code).toBe(0);
    expect(stdout).toContain('There is no angular.json in');
    expect(stdout).toContain('init connects your agent only.');
    expect(calls()).toEqual([]);
  });
});
