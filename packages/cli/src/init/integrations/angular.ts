import { angularPackage, projectsServedByUs, workspaceFileOf } from '../../angular/workspace-file.ts';
import { type App, usesAngularCli } from '../../apps/apps.ts';
import { packageManagerOf, runTool } from '../../apps/package-manager.ts';
import { CliError } from '../../errors.ts';
import { isDeclared } from '../install.ts';

import type { Integration } from './integration.ts';

/** `ng add` installs the package, the builder and the provider. init connects the agents, so `ng add` connects none. */
export const angular: Integration = {
  fits: usesAngularCli,
  propose: (app, root) => {
    const isWired = isServedByUs(app);
    const isDone = isWired && isDeclared(app.folder, angularPackage, root);
    const manager = packageManagerOf(app.folder, root) ?? 'npm';
    const command = runTool(manager, 'ng', ['add', angularPackage, '--skip-confirmation', '--ai-tool=other']);
    return {
      app,
      install: isDone ? null : { package: angularPackage, folder: app.folder, command },
      change: null,
      byHand: null,
      wiredIn: isWired ? workspaceFileOf(app.folder) : null,
      remarks: [],
    };
  },
};

function isServedByUs({ folder }: App): boolean {
  try {
    return projectsServedByUs(folder).length > 0;
  } catch (error) {
    // `ng add` refuses the file and says why.
    if (error instanceof CliError) return false;
    throw error;
  }
}
