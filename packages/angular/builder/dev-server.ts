/** The builder `@annotate-mcp/angular:dev-server`: Angular's own dev server with a hub attached to it. */
import { type BuilderContext, createBuilder } from '@angular-devkit/architect';
import type { json } from '@angular-devkit/core';
import type { DevServerBuilderOutput } from '@angular/build';

import { findUnsupportedBuilder, readBuildTarget } from './build-target.ts';
import { contextWith } from './context-with.ts';
import type { Integration } from './integrate.ts';
import type { AnnotateOptions, DevServerOptions } from './options.ts';
import { findPackages, type WorkspacePackages } from './workspace-packages.ts';

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
  const integration = await integrateIfPossible({ ...options, annotate }, context, packages);
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

async function integrateIfPossible(
  options: Parameters<typeof readBuildTarget>[0] & { annotate: AnnotateOptions },
  context: BuilderContext,
  packages: WorkspacePackages,
): Promise<Integration | null> {
  try {
    const target = await readBuildTarget(options, context);
    if (!target.isDevelopment) return null;
    // Not at the top: where a package is missing the app has to start.
    const { integrate } = await import('./integrate.ts');
    return await integrate(options, context, target, packages);
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    context.logger.warn(`annotate is off: ${reason} · npx annotate-mcp doctor`);
    return null;
  }
}

/**
 * The same context, with options of the build as Angular's own dev server gets them. For builders that are not
 * Angular's the CLI makes an empty list of each list that is not set, and with an empty list of conditions the app
 * would be built without `module`, `development` and `production`.
 */
function withUnsetLists(context: BuilderContext): BuilderContext {
  async function validateOptions<Options extends json.JsonObject>(
    given: json.JsonObject,
    builder: string,
  ): Promise<Options> {
    // Read before, because the CLI adds the lists to the given object.
    const names = new Set(Object.keys(given));
    const options = await context.validateOptions<Options>(given, builder);
    for (const [name, value] of Object.entries(options)) {
      const isUnset = !names.has(name) && Array.isArray(value) && value.length === 0;
      if (isUnset) Reflect.deleteProperty(options, name);
    }
    return options;
  }
  return contextWith(context, { validateOptions });
}

const notInstalled =
  '@annotate-mcp/angular:dev-server needs the package @angular/build. Install it with `npm install --save-dev @angular/build`.';

const builder: ReturnType<typeof createBuilder<DevServerOptions>> = createBuilder(serve);
// oxlint-disable-next-line import/no-default-export -- Architect loads a builder only from the default export
export default builder;
