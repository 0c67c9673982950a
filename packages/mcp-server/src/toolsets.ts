import type { McpServer } from '@modelcontextprotocol/server';

import { AnnotateError } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import { registerAnnotations } from './annotations/register.ts';
import { registerBrowser } from './browser/register.ts';
import type { ToolHost } from './tool.ts';

type Register = (server: McpServer, host: ToolHost, store: Store) => void;

/** Families that can be left out, so that nobody pays tokens for what they do not use. */
const toolsets: ReadonlyMap<string, Register> = new Map([
  ['annotations', registerAnnotations],
  ['browser', registerBrowser],
]);

/** All unless some are named; `browser` only where there is a bridge to one. */
export function chooseToolsets(
  names: readonly string[] | undefined,
  hasBrowser = false,
): readonly Register[] {
  const offered = [...toolsets.keys()].filter((name) => name !== 'browser' || hasBrowser);
  const chosen = names === undefined || names.length === 0 ? offered : names;
  return chosen.map((name) => {
    const register = offered.includes(name) ? toolsets.get(name) : undefined;
    if (register !== undefined) return register;
    throw new AnnotateError('query/invalid', `There is no toolset "${name}".`, {
      hint:
        name === 'browser'
          ? 'Start "annotate-mcp serve" and connect to its /mcp address: it has the bridge to the browser.'
          : `Choose from: ${offered.join(', ')}.`,
    });
  });
}
