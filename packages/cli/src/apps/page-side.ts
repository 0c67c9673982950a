/** What is said where no package of ours brings the overlay into the app's dev server. */
import type { App } from './apps.ts';

interface Lack {
  what: string;
  fix: string;
}

const byHand =
  'A dev server of your own that takes Node middleware can serve the page side: https://www.npmjs.com/package/@annotate-mcp/hub';

export function noPackageFor({ framework, folder }: App): Lack {
  if (framework === 'Angular') {
    return {
      what: `There is no angular.json in ${folder}, and only a workspace of the Angular CLI can be set up.`,
      fix: byHand,
    };
  }
  return { what: `There is no annotate-mcp package for ${framework} yet (${folder}).`, fix: byHand };
}

/** What of ours is in the configuration of a dev server. */
export function partOf({ framework }: App): string {
  switch (framework) {
    case 'Angular':
      return 'annotate builder';
    case 'Astro':
      return 'annotate integration';
    default:
      return 'annotate plugin';
  }
}

export const noApp: Lack = {
  what: 'No app with Vite, Astro or Angular was found here.',
  fix: `Run this in the folder of your app. ${byHand}`,
};
