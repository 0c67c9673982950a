/** Serves both apps of a workspace in one process. A line of input stops the shop. */
import { once } from 'node:events';

import { Architect } from '@angular-devkit/architect';
import { WorkspaceNodeModulesArchitectHost } from '@angular-devkit/architect/node/index.js';
import { logging, schema, workspaces } from '@angular-devkit/core';
import { NodeJsSyncHost } from '@angular-devkit/core/node';

async function serveBoth(folder: string): Promise<void> {
  const host = workspaces.createWorkspaceHost(new NodeJsSyncHost());
  const { workspace } = await workspaces.readWorkspace(folder, host);
  const registry = new schema.CoreSchemaRegistry();
  registry.addPostTransform(schema.transforms.addUndefinedDefaults);
  const architect = new Architect(new WorkspaceNodeModulesArchitectHost(workspace, folder), registry);
  const logger = new logging.Logger('both');
  logger.subscribe(({ message }) => process.stdout.write(`${message}\n`));
  const [shop] = await Promise.all(
    ['shop', 'app'].map(async (project) => {
      const run = await architect.scheduleTarget({ project, target: 'serve' }, { port: 0 }, { logger });
      run.output.subscribe(({ baseUrl }) => process.stdout.write(`${project} is at ${String(baseUrl)}\n`));
      return run;
    }),
  );
  await once(process.stdin, 'data');
  await shop?.stop();
  process.stdout.write('the shop is closed\n');
}

void serveBoth(process.cwd());
