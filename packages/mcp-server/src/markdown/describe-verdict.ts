import type { GivenVerdict } from '@annotate-mcp/markdown/view-protocol';

import type { ChannelMessage } from '../annotations/channel.ts';

/** A verdict for an idle agent. The comments that came with it are messages of their own. */
export function describeVerdict({ verdict, text }: GivenVerdict, path: string): ChannelMessage {
  const said = text === undefined ? '' : ` They say: ${JSON.stringify(text)}`;
  return {
    content: `The person ${decisions[verdict]} ${path}.${said} ${nextSteps[verdict]}`,
    meta: { event: 'verdict', verdict, place: path },
  };
}

const decisions: Readonly<Record<GivenVerdict['verdict'], string>> = {
  approve: 'approved',
  changes: 'asks for changes in',
  comment: 'commented on',
};

const nextSteps: Readonly<Record<GivenVerdict['verdict'], string>> = {
  approve: 'Carry out the comments that came with it, if there are any, and go on.',
  changes: 'Make them, then have the file reviewed again with open_markdown.',
  comment: 'Act on the comments that came with it.',
};
