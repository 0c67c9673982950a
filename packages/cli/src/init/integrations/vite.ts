import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type App, hasPage, usesVite } from '../../apps/apps.ts';
import { newConfig, pluginPackage, withPlugin } from '../../vite/config-file.ts';
import { proposeInstall } from '../install.ts';

import type { Integration, Wiring } from './integration.ts';

export const vite: Integration = {
  fits: usesVite,
  propose: (app, root) => {
    const inFile = inConfig(app);
    return {
      app,
      install: proposeInstall(app, pluginPackage, root),
      change: null,
      byHand: null,
      wiredIn: null,
      remarks: inFile.wiredIn === undefined && !hasPage(app.folder) ? [pageFromElsewhere] : [],
      ...inFile,
    };
  },
};

const pageFromElsewhere = `There is no index.html here. If Vite does not serve the pages, import 'virtual:annotate' in the client entry: https://www.npmjs.com/package/${pluginPackage}`;

function inConfig(app: App): Partial<Wiring> {
  const what = 'add the annotate plugin';
  const file = app.viteConfig;
  if (file === null) return { change: { file: newFileFor(app), what, before: null, after: newConfig } };
  const before = readFileSync(file, 'utf8');
  const wired = withPlugin(before);
  switch (wired.state) {
    case 'wired':
      return { wiredIn: file };
    case 'added':
      return { change: { file, what, before, after: wired.after, isSource: true } };
    case 'unclear':
      return { byHand: { file, why: wired.why, lines: wired.lines } };
  }
}

/** Has an extension that Node reads as a module with any package.json. */
function newFileFor({ folder, manifest }: App): string {
  const javaScript = manifest.isModule ? 'js' : 'mjs';
  return join(folder, `vite.config.${existsSync(join(folder, 'tsconfig.json')) ? 'ts' : javaScript}`);
}
