import type { UnpluginOptions } from 'unplugin';

import type { AnnotateOptions } from '../options.ts';
import { createFirstEdge } from '../project.ts';

import { createDevSession, type DevSession } from './dev-session.ts';
import { devTransforms } from './transforms.ts';

/**
 * The plugins of one bundler: `serverPart` attaches the hub to its dev server, and `more` are its own transforms. None
 * where they cannot be made: a configuration that throws starts no app.
 */
export function devPlugins(
  options: AnnotateOptions,
  serverPart: (session: DevSession) => Omit<UnpluginOptions, 'name'>,
  more: readonly ((session: DevSession) => UnpluginOptions)[] = [],
): UnpluginOptions[] {
  return createFirstEdge(options).run(
    'all',
    () => makePlugins(createDevSession(options), serverPart, more),
    () => [],
  );
}

function makePlugins(
  session: DevSession,
  serverPart: Parameters<typeof devPlugins>[1],
  more: readonly ((session: DevSession) => UnpluginOptions)[],
): UnpluginOptions[] {
  const { edge } = session;
  const server: UnpluginOptions = { name: 'annotate:dev-server', ...serverPart(session) };
  const transforms = [...devTransforms(session), ...more.map((transform) => transform(session))];
  return [server, ...transforms.map((transform) => edge.guardHooks('lines', transform))];
}
