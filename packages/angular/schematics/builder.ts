import type { TargetDefinition } from '@schematics/angular/utility';

import { type ChosenProject, ourDevServer } from './projects.ts';

/** Options that our builder does not have, and whose they are. It would refuse them. */
const foreignOptions: Readonly<Record<string, string>> = {
  publicHost: 'webpack only',
  disableHostCheck: 'webpack only',
  forceEsbuild: 'webpack only',
  ngAnnotateDebug: 'ng-annotate only',
};

/** Returns a sentence for each changed target. All other options and configurations stay. */
export function useOurDevServer({ name, devServers }: ChosenProject): string[] {
  return devServers
    .filter(({ builder }) => builder !== ourDevServer)
    .flatMap((target) => {
      target.builder = ourDevServer;
      const removed = new Set(settingsOf(target).flatMap(removeForeignOptions));
      return [`Project "${name}" is served by ${ourDevServer}${describeRemoved([...removed])}.`];
    });
}

type Settings = NonNullable<TargetDefinition['options']>;

function settingsOf({ options, configurations }: TargetDefinition): Settings[] {
  return [options, ...Object.values(configurations ?? {})].filter((settings) => settings !== undefined);
}

function removeForeignOptions(settings: Settings): string[] {
  const found = Object.keys(foreignOptions).filter((name) => name in settings);
  for (const name of found) Reflect.deleteProperty(settings, name);
  return found;
}

function describeRemoved(names: readonly string[]): string {
  const owners = [...new Set(names.map((name) => foreignOptions[name] ?? ''))];
  const parts = owners.map(
    (owner) => `${names.filter((name) => foreignOptions[name] === owner).join(', ')} (${owner})`,
  );
  return parts.length === 0 ? '' : `, without ${parts.join(', ')}`;
}
