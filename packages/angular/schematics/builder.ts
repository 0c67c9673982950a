import type { TargetDefinition } from '@schematics/angular/utility';

import { type ChosenProject, ourDevServer } from './projects.ts';

/** Options for webpack of the older package. Neither our builder nor `@angular/build:dev-server` has them. */
const webpackOptions = ['publicHost', 'disableHostCheck', 'forceEsbuild'];

/** Returns a sentence for each changed target. All other options and configurations stay. */
export function useOurDevServer({ name, devServers }: ChosenProject): string[] {
  return devServers
    .filter(({ builder }) => builder !== ourDevServer)
    .flatMap((target) => {
      target.builder = ourDevServer;
      const removed = new Set(settingsOf(target).flatMap(removeWebpackOptions));
      const suffix = removed.size === 0 ? '' : `, without ${[...removed].join(', ')} (webpack only)`;
      return [`Project "${name}" is served by ${ourDevServer}${suffix}.`];
    });
}

type Settings = NonNullable<TargetDefinition['options']>;

function settingsOf({ options, configurations }: TargetDefinition): Settings[] {
  return [options, ...Object.values(configurations ?? {})].filter((settings) => settings !== undefined);
}

function removeWebpackOptions(settings: Settings): string[] {
  const found = webpackOptions.filter((name) => name in settings);
  for (const name of found) Reflect.deleteProperty(settings, name);
  return found;
}
