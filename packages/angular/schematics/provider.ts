/** Adds `provideNgAnnotate()` where the app is bootstrapped, with the CLI's own utility. */
import { callRule, MergeStrategy, type SchematicContext, type Tree } from '@angular-devkit/schematics';
import { addRootProvider } from '@schematics/angular/utility';
import { isImported } from '@schematics/angular/utility/ast-utils';
import { isStandaloneApp } from '@schematics/angular/utility/ng-ast-utils';
import { findAppConfig } from '@schematics/angular/utility/standalone/app_config';
import {
  findBootstrapApplicationCall,
  findProvidersLiteral,
  getMainFilePath,
  getSourceFile,
} from '@schematics/angular/utility/standalone/util';
import { lastValueFrom } from 'rxjs';

import { angularPackage } from './dependencies.ts';
import { type ChosenProject, sourceFiles } from './projects.ts';

const provider = 'provideNgAnnotate';

export type ProviderResult = { state: 'present' | 'added' } | { state: 'not possible'; message: string };

export async function addProvider(
  tree: Tree,
  each: ChosenProject,
  context: SchematicContext,
): Promise<ProviderResult> {
  if (sourceFiles(tree, each).some((path) => isProvided(tree, path))) return { state: 'present' };
  try {
    await requirePlainProviders(tree, each.name);
    tree.merge(await withProvider(tree, each, context), MergeStrategy.AllowOverwriteConflict);
    return { state: 'added' };
  } catch (cause) {
    return { state: 'not possible', message: describeManualStep(each.name, cause) };
  }
}

/** Works on a branch, because the utility may add the import before it finds that it cannot add the call. */
async function withProvider(tree: Tree, each: ChosenProject, context: SchematicContext): Promise<Tree> {
  const rule = addRootProvider(
    each.name,
    ({ code, external }) => code`${external(provider, angularPackage)}()`,
  );
  const branch = await lastValueFrom(callRule(rule, tree.branch(), context));
  const imports = sourceFiles(branch, each).filter((path) => isProvided(branch, path));
  if (imports.some((path) => branch.readText(path).includes(`${provider}()`))) return branch;
  throw new Error('its root has no list of providers that can be added to');
}

/** The utility would add a second list of providers next to one that it cannot read. */
async function requirePlainProviders(tree: Tree, name: string): Promise<void> {
  // For an unknown builder the result is undefined, although the type does not say so.
  const main = (await getMainFilePath(tree, name)) as string | undefined;
  if (main === undefined) throw new Error('its main file is unknown');
  if (!isStandaloneApp(tree, main)) return;
  const config = findAppConfig(findBootstrapApplicationCall(tree, main), tree, main);
  if (config === null || findProvidersLiteral(config.node) !== null) return;
  // A spread has no name and may contain providers.
  const mayHaveProviders = config.node.properties.some(
    (property) => property.name === undefined || property.name.getText() === 'providers',
  );
  if (mayHaveProviders) throw new Error(`the providers in ${config.filePath} are not a plain list`);
}

function isProvided(tree: Tree, path: string): boolean {
  if (tree.read(path)?.includes(angularPackage) !== true) return false;
  const file = getSourceFile(tree, path);
  return [provider, 'NgAnnotateModule'].some((name) => isImported(file, name, angularPackage));
}

function describeManualStep(name: string, cause: unknown): string {
  const why = cause instanceof Error ? cause.message : String(cause);
  return [
    `Project "${name}": ${provider}() could not be added (${why.replace(/\.$/, '')}). Add it yourself where the app is bootstrapped:`,
    `  import { ${provider} } from '${angularPackage}';`,
    `  providers: [${provider}()]`,
  ].join('\n');
}
