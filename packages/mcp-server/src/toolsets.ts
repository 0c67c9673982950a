import type { McpServer } from '@modelcontextprotocol/server';

import { AnnotateError } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import { registerAnnotations } from './annotations/register.ts';
import type { ToolHost } from './tool.ts';

type Register = (server: McpServer, host: ToolHost, store: Store) => void;

/** Families that can be left out, so that nobody pays tokens for what they do not use. */
const toolsets: ReadonlyMap<string, Register> = new Map([['annotations', registerAnnotations]]);

/** All unless some are named. */
export function chooseToolsets(names: readonly string[] | undefined): readonly Register[] {
  if (names === undefined || names.length === 0) return [...toolsets.values()];
  return names.map((name) => {
    const register = toolsets.get(name);
    if (register !== undefined) return register;
    throw new AnnotateError('query/invalid', `There is no toolset "${name}".`, {
      hint: `Choose from: ${[...toolsets.keys()].join(', ')}.`,
    });
  });
}
