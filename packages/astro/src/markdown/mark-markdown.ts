/** Adds source attributes to rendered Markdown, with either of Astro's processors. */
import type { Edge } from '@annotate-mcp/unplugin';

import type { Marks } from './marks.ts';
import { hastPlugin, mdastPlugin } from './satteri.ts';
import { rehypePlugin } from './unified.ts';

/** `markdown` is that of Astro's config. Integrations may add plugins to the options of its processor. */
export function markMarkdown(markdown: object, marks: Marks, edge: Edge): void {
  // Before it had processors, Astro rendered with unified() and had its options here.
  const processor = 'processor' in markdown ? markdown.processor : undefined;
  const { mdastPlugins, hastPlugins, rehypePlugins } = optionsOf(processor ?? { options: markdown });
  if (Array.isArray(mdastPlugins) && Array.isArray(hastPlugins)) {
    mdastPlugins.push(mdastPlugin(edge));
    hastPlugins.push(hastPlugin(marks, edge));
  } else if (Array.isArray(rehypePlugins)) rehypePlugins.push(rehypePlugin(marks, edge));
}

function optionsOf(processor: unknown): Record<string, unknown> {
  if (typeof processor !== 'object' || processor === null || !('options' in processor)) return {};
  const { options } = processor;
  return typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {};
}
