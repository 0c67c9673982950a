/** Builds small apps as `ng build` does, in a workspace below the repository so that Node finds its packages. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { Architect } from '@angular-devkit/architect';
import { WorkspaceNodeModulesArchitectHost } from '@angular-devkit/architect/node/index.js';
import { logging, schema, workspaces } from '@angular-devkit/core';
import { NodeJsSyncHost } from '@angular-devkit/core/node/index.js';

const repository = join(import.meta.dirname, '../../../..');
const library = join(repository, 'packages/angular/dist/library/fesm2022/annotate-mcp-angular.mjs');

/** The library as it is published; built if it is older than its sources. */
export function builtLibrary(): string {
  execFileSync(process.execPath, ['scripts/run.mjs', 'bundles', 'angular-library'], { cwd: repository });
  return readFileSync(library, 'utf8');
}

export interface Workspace extends Disposable {
  readonly build: (app: string) => Promise<ProductionBuild>;
}

interface ProductionBuild {
  /** All its JavaScript. */
  readonly code: string;
  /** Angular's list of the packages that the JavaScript has a byte of, with their licences. */
  readonly licences: string;
}

/** `apps` has the `main.ts` of each app by name. */
export async function createWorkspace(apps: Readonly<Record<string, string>>): Promise<Workspace> {
  mkdirSync(join(repository, '.dev'), { recursive: true });
  const root = mkdtempSync(join(repository, '.dev/angular-apps-'));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const projects = Object.fromEntries(Object.keys(apps).map((name) => [name, project(name)]));
  write('angular.json', JSON.stringify({ version: 1, cli: { cache: { enabled: false } }, projects }));
  for (const [name, main] of Object.entries(apps)) {
    write(`${name}/main.ts`, main);
    write(`${name}/tsconfig.json`, JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  }
  const architect = await architectOf(root);
  return {
    build: async (app) => {
      await build(architect, app);
      const read = (file: string) => readFileSync(join(root, file), 'utf8');
      const files = globSync(`dist/${app}/**/*.js`, { cwd: root });
      return { code: files.map(read).join('\n'), licences: read(`dist/${app}/3rdpartylicenses.txt`) };
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

const compilerOptions = {
  target: 'ES2022',
  module: 'preserve',
  experimentalDecorators: true,
  strict: true,
  skipLibCheck: true,
  types: [],
};

function project(name: string) {
  const options = {
    browser: `${name}/main.ts`,
    index: false,
    tsConfig: `${name}/tsconfig.json`,
    outputPath: `dist/${name}`,
    progress: false,
    // As in an app that has installed it: a package is known by `node_modules` in its path.
    preserveSymlinks: true,
  };
  const architect = { build: { builder: '@angular/build:application', options } };
  return { projectType: 'application', root: name, sourceRoot: name, architect };
}

async function architectOf(root: string): Promise<Architect> {
  const host = workspaces.createWorkspaceHost(new NodeJsSyncHost());
  const { workspace } = await workspaces.readWorkspace(root, host);
  const registry = new schema.CoreSchemaRegistry();
  // As the CLI does: an empty list instead of no list of conditions would mean that there are none.
  registry.addPostTransform(schema.transforms.addUndefinedObjectDefaults);
  return new Architect(new WorkspaceNodeModulesArchitectHost(workspace, root), registry);
}

async function build(architect: Architect, app: string): Promise<void> {
  const logger = new logging.Logger('build');
  const output: string[] = [];
  logger.subscribe(({ message }) => output.push(message));
  const run = await architect.scheduleTarget({ project: app, target: 'build' }, {}, { logger });
  const { success } = await run.result;
  await run.stop();
  if (!success) throw new Error(`${app} was not built:\n${output.join('\n')}`);
}
