import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import {
  angularPackage,
  projectsIn,
  projectsServedByUs,
  workspaceFileOf,
} from '../../angular/workspace-file.ts';
import { type App, usesAngularCli } from '../../apps/apps.ts';
import { type PackageManager, packageManagerOf, runTool } from '../../apps/package-manager.ts';
import { CliError } from '../../errors.ts';
import { isDeclared, type ToolEdit } from '../install.ts';

import type { Integration } from './integration.ts';

/** `ng add` installs the package, the builder and the provider. init connects the agents, so `ng add` connects none. */
export const angular: Integration = {
  fits: usesAngularCli,
  propose: (app, root) => {
    const isWired = isServedByUs(app);
    const isDone = isWired && isDeclared(app.folder, angularPackage, root);
    const manager = packageManagerOf(app.folder, root) ?? 'npm';
    const command = runTool(manager, 'ng', ['add', angularPackage, '--skip-confirmation', '--ai-tool=other']);
    const isReady = isDone || hasPackages(app.folder, root);
    const edits = editsOfNgAdd(app.folder);
    return {
      app,
      install: isDone || !isReady ? null : { package: angularPackage, folder: app.folder, command, edits },
      change: null,
      byHand: null,
      wiredIn: isWired ? workspaceFileOf(app.folder) : null,
      remarks: [],
      ...(!isReady && { problem: notInstalledError(app.folder, manager) }),
    };
  },
};

/** `ng` is a package of the app. With Plug'n'Play there is no folder of it. */
function hasPackages(folder: string, root: string): boolean {
  if (existsSync(join(folder, 'node_modules', '@angular', 'cli')) || existsSync(join(folder, '.pnp.cjs')))
    return true;
  return folder !== root && dirname(folder) !== folder && hasPackages(dirname(folder), root);
}

function notInstalledError(folder: string, manager: PackageManager): CliError {
  return new CliError(
    'init/failed',
    `The packages of ${folder} are not installed, and init sets up Angular by ng add, which is one of them.`,
    { hint: `Run ${manager} install first, then run init again.` },
  );
}

/** What the schematic of our package does; it says more exactly what it did when it is done. */
function editsOfNgAdd(folder: string): ToolEdit[] {
  const providers = projectsIn(folder).flatMap(({ name, sources }) => {
    const file = usualProviderFiles.map((each) => join(sources, each)).find((each) => existsSync(each));
    return file === undefined ? [] : [{ file, what: `provideNgAnnotate() in the providers of ${name}` }];
  });
  return [
    { file: join(folder, 'package.json'), what: 'the packages, with the lockfile' },
    { file: workspaceFileOf(folder), what: 'our dev server, around the one of Angular' },
    ...providers,
    { file: join(folder, '.gitignore'), what: '.annotate/' },
  ];
}

const usualProviderFiles = ['app/app.config.ts', 'app/app-module.ts', 'app/app.module.ts', 'main.ts'];

function isServedByUs({ folder }: App): boolean {
  try {
    return projectsServedByUs(folder).length > 0;
  } catch (error) {
    // `ng add` refuses the file and says why.
    if (error instanceof CliError) return false;
    throw error;
  }
}
