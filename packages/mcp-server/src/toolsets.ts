import { AnnotateError } from '@annotate-mcp/core';

/** Families of tools that can be left out, so that nobody pays tokens for what they do not use. */
export const toolsets = ['annotations'] as const;
export type Toolset = (typeof toolsets)[number];

/** All unless some are named. */
export function chooseToolsets(names: readonly string[] | undefined): readonly Toolset[] {
  if (names === undefined || names.length === 0) return toolsets;
  return names.map((name) => {
    const known = toolsets.find((toolset) => toolset === name);
    if (known !== undefined) return known;
    throw new AnnotateError('query/invalid', `There is no toolset "${name}".`, {
      hint: `Choose from: ${toolsets.join(', ')}.`,
    });
  });
}
