import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import typescript from 'typescript';
import { describe, expect, it, onTestFinished } from 'vitest';

import { extendingConfig } from './template-locations.ts';

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
