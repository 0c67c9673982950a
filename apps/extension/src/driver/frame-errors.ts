/** What agents are told about frames that the person has not opened to them. */
import { type FrameChain, frameHost } from '../consent/frame-access.ts';

import { CommandError } from './command-error.ts';

/** The person did not allow agents to use what is in this frame. */
export function frameClosedError(chain: FrameChain): CommandError {
  return new CommandError(
    'browser/not-allowed',
    `A frame of ${frameHost(chain)} is there, which you may not read or use; nothing was done in it.`,
    'Do not try again in another way. Use the page around it, or tell the person what you need from that site.',
  );
}

export function wholeFrameError(ref: string): CommandError {
  return new CommandError(
    'target/none',
    `${ref} is a frame as a whole; nothing was done.`,
    `Read it with browser_get_accessibility_tree and ref ${ref}, which asks the person, and then use a ref from inside.`,
  );
}

/** What the line of a frame says in a tree when agents may not read the frame. */
export function closedNote(access: 'ask' | 'closed', chain: FrameChain, number: number): string {
  const host = frameHost(chain);
  return access === 'closed'
    ? `: closed, ${host} is not for agents`
    : ` [f${number}]: not read, ${host} has not been allowed yet; reading it by this ref asks the person`;
}
