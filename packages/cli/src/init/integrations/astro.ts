import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type App, astroConfigOf, usesAstro } from '../../apps/apps.ts';
import { astroConfig, newAstroConfig, withPlugin } from '../../vite/config-file.ts';
import { proposeInstall } from '../install.ts';

import type { Integration, Wiring } from './integration.ts';

/** Does not use `astro add`, which asks its own questions and adds development packages to the dependencies. */
export const astro: Integration = {
  fits: usesAstro,
  propose: (app, root) => ({
    app,
    install: proposeInstall(app, astroConfig.package, root),
    change: null,
    byHand: null,
    wiredIn: null,
    remarks: [],
    ...inConfig(app),
  }),
};

function inConfig(app: App): Partial<Wiring> {
  const what = 'add the annotate integration';
  const file = astroConfigOf(app);
  if (file === null) {
    return {
      change: { file: join(app.folder, 'astro.config.mjs'), what, before: null, after: newAstroConfig },
    };
  }
  const before = readFileSync(file, 'utf8');
  const wired = withPlugin(before, astroConfig);
  switch (wired.state) {
    case 'wired':
      return { wiredIn: file };
    case 'added':
      return { change: { file, what, before, after: wired.after, isSource: true } };
    case 'unclear':
      return { byHand: { file, why: wired.why, lines: wired.lines } };
  }
}
