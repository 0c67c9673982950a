/** Messages for apps that no annotate-mcp package supports. */
import type { App } from './apps.ts';

interface Lack {
  what: string;
  fix: string;
}

const byHand =
  'Your own dev server can serve the overlay if it accepts Node middleware: https://www.npmjs.com/package/@annotate-mcp/hub';

export function noPackageFor({ framework, folder }: App): Lack {
  if (framework === 'Angular') {
    return {
      what: `There is no angular.json in ${folder}, and init can set up only Angular CLI workspaces.`,
      fix: byHand,
    };
  }
  return { what: `There is no annotate-mcp package for ${framework} yet (${folder}).`, fix: byHand };
}

/** The name of our part in the configuration of the dev server. */
export function partOf({ framework }: App): string {
  switch (framework) {
    case 'Angular':
      return 'annotate builder';
    case 'Astro':
      return 'annotate integration';
    case 'Node server':
      return 'annotate hub';
    default:
      return 'annotate plugin';
  }
}

export const noApp: Lack = {
  what: 'No app with Vite, Astro or Angular was found here.',
  fix: `Run this in the folder of your app. ${byHand}`,
};
