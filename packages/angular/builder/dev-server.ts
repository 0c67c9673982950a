/** The builder `@annotate-mcp/angular:dev-server`: Angular's own dev server with a hub attached to it. */

import { type BuilderContext, createBuilder } from '@angular-devkit/architect';
import type { DevServerBuilderOutput } from '@angular/build';

import { findUnsupportedBuilder, readBuildTarget } from './build-target.ts';
import { integrate } from './integrate.ts';
import type { DevServerOptions } from './options.ts';
import { withUnsetLists } from './unset-lists.ts';
import { findPackages } from './workspace-packages.ts';

async function* serve(
  options: DevServerOptions,
  givenContext: BuilderContext,
): AsyncGenerator<DevServerBuilderOutput> {
  const context = withUnsetLists(givenContext);
  const { annotate = {}, ...angularOptions } = options;
  const packages = findPackages(context.workspaceRoot);
  const refusal = await findUnsupportedBuilder(options, context);
  if (packages === null || refusal !== null) {
    context.logger.error(refusal ?? notInstalled);
    yield { success: false, baseUrl: '' };
    return;
  }
  const target = await readBuildTarget(options, context);
  const integration = target.isDevelopment
    ? await integrate({ ...options, annotate }, context, target, packages)
    : null;
  if (integration === null) {
    yield* packages.loadDevServer()(angularOptions, context);
    return;
  }
  context.addTeardown(integration.close);
  try {
    const executeDevServer = packages.loadDevServer();
    const outputs = executeDevServer(angularOptions, integration.context, integration.extensions);
    for await (const output of outputs) {
      integration.announce(output);
      yield output;
    }
  } finally {
    // An error while closing must not hide an earlier one.
    await Promise.allSettled([integration.close()]);
  }
}

const notInstalled =
  '@annotate-mcp/angular:dev-server needs the package @angular/build. Install it with `npm install --save-dev @angular/build`.';

const builder: ReturnType<typeof createBuilder<DevServerOptions>> = createBuilder(serve);
// oxlint-disable-next-line import/no-default-export -- Architect loads a builder only from the default export
export default builder;
