import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { App } from '../../apps/apps.ts';
import { pageConfigOf } from '../../apps/configs/index.ts';
import type { PageConfig } from '../../apps/configs/page-config.ts';
import { withPlugin } from '../../config-file/config-file.ts';
import { proposeInstall } from '../install.ts';

import type { Integration, Wiring } from './integration.ts';

/** Every framework that has our part in its configuration file; apps/configs has one file for each. */
export const config: Integration = {
  fits: (app) => pageConfigOf(app) !== null,
  propose: (app, root) => {
    const pageConfig = pageConfigOf(app);
    if (pageConfig === null) throw new TypeError(`${app.framework.name} has no configuration file.`);
    const inFile = inConfig(app, pageConfig);
    return {
      app,
      install: proposeInstall(app, pageConfig.package, root),
      change: null,
      byHand: null,
      wiredIn: null,
      remarks: inFile.wiredIn === undefined ? pageConfig.remarksFor(app) : [],
      ...inFile,
    };
  },
};

function inConfig(app: App, { fileOf, kind, part, newFile }: PageConfig): Partial<Wiring> {
  const what = `add the ${part}`;
  const file = fileOf(app);
  if (file === null) {
    if (newFile === null) return {};
    const { name, text } = newFile(app);
    return { change: { file: join(app.folder, name), what, before: null, after: text } };
  }
  const before = readFileSync(file, 'utf8');
  const wired = withPlugin(before, kind);
  switch (wired.state) {
    case 'wired':
      return { wiredIn: file };
    case 'added':
      return { change: { file, what, before, after: wired.after, isSource: true } };
    case 'unclear':
      return { byHand: { file, why: wired.why, lines: wired.lines } };
  }
}
