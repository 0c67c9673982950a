/** How the overlay gets into apps that no annotate-mcp package supports, and what our part is called in the others. */
import type { App } from './apps.ts';
import { pageConfigOf } from './configs/index.ts';

interface Lack {
  what: string;
  fix: string;
}

const anyServer =
  'npx annotate-mcp dev http://localhost:8000, with the address of your dev server, shows its pages with the overlay; so does npx annotate-mcp dev -- followed by the command that starts it.';

export function noPackageFor(app: App): Lack {
  const { framework, folder } = app;
  if (framework.kind === 'angular')
    return {
      what: `There is no angular.json in ${folder}, and init can set up only Angular CLI workspaces.`,
      fix: anyServer,
    };
  if (framework.kind === 'webpack' || framework.kind === 'rspack')
    return {
      what: `There is no ${framework.kind}.config in ${folder}, so init cannot tell where the plugin goes.`,
      fix: anyServer,
    };
  const start = serverCommandOf(app);
  if (start !== null)
    return {
      what: `${framework.name}: no package and no change in the app is needed.`,
      fix: `Start it with ${start} and open the address that it prints.`,
    };
  return { what: `There is no annotate-mcp package for ${framework.name} yet (${folder}).`, fix: anyServer };
}

/** The command that starts an app together with the overlay, where no package of ours goes into it; `null` for other apps. */
export function serverCommandOf({ framework }: App): string | null {
  return 'start' in framework ? `npx annotate-mcp dev -- ${framework.start}` : null;
}

/** The name of our part in the configuration of the dev server. */
export function partOf(app: App): string {
  switch (app.framework.kind) {
    case 'angular':
      return 'annotate builder';
    case 'hub':
      return 'annotate hub';
    default:
      return pageConfigOf(app)?.part ?? 'annotate plugin';
  }
}

export const noApp: Lack = {
  what: 'No app with a framework that init knows was found here.',
  fix: `Run this in the folder of your app. ${anyServer}`,
};
