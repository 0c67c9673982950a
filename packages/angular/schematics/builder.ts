import type { TargetDefinition } from '@schematics/angular/utility';

import { type ChosenProject, ourDevServer } from './projects.ts';

/** Of the older package only, where they steer webpack: our builder, like Angular's own, does not know them. */
const webpackOptions = ['publicHost', 'disableHostCheck', 'forceEsbuild'];

/** Returns what to say; nothing when ours is there already. All other options and configurations stay. */
export function useOurDevServer({ name, devServers }: ChosenProject): string[] {
  return devServers
    .filter(({ builder }) => builder !== ourDevServer)
    .flatMap((target) => {
      target.builder = ourDevServer;
      const dropped = new Set(settingsOf(target).flatMap(dropWebpackOptions));
      const without = dropped.size === 0 ? '' : `, without ${[...dropped].join(', ')} (for webpack only)`;
      return [`Project "${name}" is served by ${ourDevServer}${without}.`];
    });
}

type Settings = NonNullable<TargetDefinition['options']>;

function settingsOf({ options, configurations }: TargetDefinition): Settings[] {
  return [options, ...Object.values(configurations ?? {})].filter((settings) => settings !== undefined);
}

function dropWebpackOptions(settings: Settings): string[] {
  const found = webpackOptions.filter((name) => name in settings);
  for (const name of found) Reflect.deleteProperty(settings, name);
  return found;
}
