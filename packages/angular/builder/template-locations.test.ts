import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { BuilderContext } from '@angular-devkit/architect';
import { logging } from '@angular-devkit/core';
import typescript from 'typescript';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { extendingConfig, startTemplateLocations } from './template-locations.ts';
import type { ExecuteDevServer, WorkspacePackages } from './workspace-packages.ts';

function workspace(files: Readonly<Record<string, object | string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-tsconfig-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

function parse(file: string): typescript.ParsedCommandLine | undefined {
  return typescript.getParsedCommandLineOfConfigFile(
    file,
    {},
    { ...typescript.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
}

const types = {
  'projects/shop/node_modules/@types/tool/index.d.ts': '',
  'node_modules/@types/node/index.d.ts': '',
};
const sources = { 'projects/shop/src/main.ts': '', 'projects/shop/src/main.spec.ts': '', 'elsewhere.ts': '' };

describe('a tsconfig that extends the one of the workspace', () => {
  it.each<[string, object, Record<string, object>]>([
    ['a list of files', { files: ['src/main.ts'] }, {}],
    ['patterns', { include: ['src/**/*.ts'], exclude: ['src/**/*.spec.ts'] }, {}],
    ['no list at all', { exclude: ['**/*.spec.ts'] }, {}],
    [
      'a list in another file',
      { extends: '../../tsconfig.base.json' },
      { 'tsconfig.base.json': { include: ['projects/shop/src/main.ts'] } },
    ],
    [
      'options with paths',
      {
        include: ['src'],
        compilerOptions: {
          rootDir: '.',
          outDir: 'out',
          paths: { '@shop/*': ['./src/*'] },
          typeRoots: ['./types'],
        },
      },
      {},
    ],
    ['types by name', { include: ['src'], compilerOptions: { types: ['node', 'tool'] } }, {}],
  ])('describes the same program with %s', (_, config, others) => {
    const root = workspace({ ...sources, ...types, ...others, 'projects/shop/tsconfig.app.json': config });
    const given = join(root, 'projects/shop/tsconfig.app.json');
    const file = join(root, '.angular/cache/annotate.tsconfig.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(extendingConfig(typescript, given, file)));
    const [before, after] = [parse(given), parse(file)];
    expect(after?.errors).toEqual([]);
    expect(after?.fileNames).toEqual(before?.fileNames);
    expect(before?.fileNames.length).toBeGreaterThan(0);
    const { configFilePath: _own, pathsBasePath: _base, ...options } = before?.options ?? {};
    const roots = typescript
      .getEffectiveTypeRoots(before?.options ?? {}, typescript.sys)
      ?.filter((root) => typescript.sys.directoryExists(root));
    expect(after?.options).toMatchObject(options);
    expect(after?.options.typeRoots).toEqual(expect.arrayContaining(roots ?? []));
    expect(after?.raw).toMatchObject({ angularCompilerOptions: { enableTemplateSourceLocations: true } });
  });

  it('is not created where the config contains ${configDir}', () => {
    const root = workspace({
      'tsconfig.app.json': { extends: './tsconfig.base.json', files: ['a.ts'] },
      'tsconfig.base.json': { compilerOptions: { outDir: '${configDir}/out' } },
      'a.ts': '',
    });
    const file = join(root, '.angular/cache/annotate.tsconfig.json');
    expect(extendingConfig(typescript, join(root, 'tsconfig.app.json'), file)).toBeNull();
    expect(extendingConfig(typescript, join(root, 'nothing.json'), file)).toBeNull();
  });
});

afterEach(() => vi.unstubAllEnvs());

/** Packages of a workspace whose compiler notes what it was switched to, and where it would run. */
function workspaceWith(exported: 'with the function' | 'without it') {
  const switched: boolean[] = [];
  const seen: (string | undefined)[] = [];
  const logged: string[] = [];
  const logger = new logging.Logger('test');
  logger.subscribe(({ message }) => logged.push(message));
  const packages: WorkspacePackages = {
    loadDevServer: () => {
      seen.push(process.env.NG_BUILD_PARALLEL_TS);
      return vi.fn<ExecuteDevServer>();
    },
    typescript: () => {
      throw new Error('It is not needed.');
    },
    compilerVersion: () => '20.3.35',
    compiler: async () =>
      exported === 'with the function'
        ? { setEnableTemplateSourceLocations: (isOn: boolean) => switched.push(isOn) }
        : {},
  };
  const start = async () =>
    startTemplateLocations({ logger } as unknown as BuilderContext, 'tsconfig.app.json', packages);
  return { start, switched, seen, logged };
}

describe('the compiler of Angular 20', () => {
  it('writes positions until its last dev server is closed', async () => {
    const { start, switched, logged } = workspaceWith('with the function');
    const first = await start();
    const second = await start();
    expect(logged).toEqual([]);
    expect(switched).toEqual([true, true]);
    first.stop();
    first.stop();
    expect(switched).toEqual([true, true]);
    second.stop();
    expect(switched).toEqual([true, true, false]);
  });

  it('runs in the thread of the dev server, and the variable for it is gone afterwards', async () => {
    vi.stubEnv('NG_BUILD_PARALLEL_TS', undefined);
    const { start, seen } = workspaceWith('with the function');
    (await start()).stop();
    expect(seen).toEqual(['0']);
    expect(process.env.NG_BUILD_PARALLEL_TS).toBeUndefined();
  });

  it.each(['1', 'true'])('stays in its worker where the person has set the variable to %s', async (value) => {
    vi.stubEnv('NG_BUILD_PARALLEL_TS', value);
    const { start, switched, seen, logged } = workspaceWith('with the function');
    (await start()).stop();
    expect([switched, seen]).toEqual([[], []]);
    expect(logged).toEqual([
      expect.stringContaining('NG_BUILD_PARALLEL_TS keeps the compiler in its worker'),
    ]);
  });

  it('is left alone where it cannot write positions', async () => {
    const { start, seen, logged } = workspaceWith('without it');
    (await start()).stop();
    expect(seen).toEqual([]);
    expect(logged).toEqual([expect.stringContaining('the compiler of Angular 20.3.35 cannot write them')]);
  });
});
