import { type GivenVerdict, verdictMeanings } from '@annotate-mcp/markdown/view-protocol';

import type { ChannelMessage } from '../annotations/channel.ts';

/** A verdict for an idle agent. The comments that came with it are messages of their own. */
export function describeVerdict({ verdict, text }: GivenVerdict, path: string): ChannelMessage {
  const said = text === undefined ? '' : ` They say: ${JSON.stringify(text)}`;
  return {
    content: `Review of ${path}: ${verdictMeanings[verdict]}${said}`,
    meta: { event: 'verdict', verdict, place: path },
  };
}
