/** What is said where no package of ours brings the overlay into the app's dev server. */
import type { App } from './apps.ts';

interface Lack {
  what: string;
  fix: string;
}

const byHand =
  'A dev server of your own that takes Node middleware can serve the page side: https://www.npmjs.com/package/@annotate-mcp/hub';

export function noPackageFor({ framework, folder }: App): Lack {
  return { what: `There is no annotate-mcp package for ${framework} yet (${folder}).`, fix: byHand };
}

export const noApp: Lack = {
  what: 'No app with Vite was found here.',
  fix: `Run this in the folder of your app. ${byHand}`,
};
