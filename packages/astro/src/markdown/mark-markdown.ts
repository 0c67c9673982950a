/** Adds source attributes to rendered Markdown, with either of Astro's processors. */
import type { Marks } from './marks.ts';
import { hastPlugin, mdastPlugin } from './satteri.ts';
import { rehypePlugin } from './unified.ts';

/** `processor` is `markdown.processor` of Astro's config. Integrations may add plugins to its options. */
export function markMarkdown(processor: unknown, marks: Marks): void {
  const options = optionsOf(processor);
  const { mdastPlugins, hastPlugins, rehypePlugins } = options;
  if (Array.isArray(mdastPlugins) && Array.isArray(hastPlugins)) {
    mdastPlugins.push(mdastPlugin());
    hastPlugins.push(hastPlugin(marks));
  } else if (Array.isArray(rehypePlugins)) rehypePlugins.push(rehypePlugin(marks));
}

function optionsOf(processor: unknown): Record<string, unknown> {
  if (typeof processor !== 'object' || processor === null || !('options' in processor)) return {};
  const { options } = processor;
  return typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {};
}
