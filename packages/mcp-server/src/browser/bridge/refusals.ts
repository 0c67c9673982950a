/** Everything the bridge says when it cannot do what it was asked. The reader is an agent, or a person in the popup. */
import {
  type BrowserFault,
  bridgeProtocol,
  closeCodes,
  type CommandType,
  type RefusalCode,
  type RefusedMessage,
} from '@annotate-mcp/browser-protocol';
import { AnnotateError } from '@annotate-mcp/core';

export function notConnected(): AnnotateError {
  return new AnnotateError('browser/not-connected', 'No browser is connected, so nothing was done.', {
    hint: 'Ask the person to open the annotate-mcp extension in Chrome and to paste the connection string (vf://…) from the terminal of "annotate-mcp serve", or to type its code. "annotate-mcp serve --connection" prints the string again. Then call this once more.',
  });
}

export function disconnected(type: CommandType): AnnotateError {
  return new AnnotateError(
    'browser/disconnected',
    `The browser went away before it answered "${type}"; it may have been done or not.`,
    { hint: 'It usually comes back by itself within seconds. Look at the page before you repeat this.' },
  );
}

export function timedOut(type: CommandType, ms: number): AnnotateError {
  return new AnnotateError(
    'browser/timed-out',
    `The browser did not answer "${type}" within ${ms / 1000} seconds; it may have been done or not.`,
    { hint: 'Look at the page with browser_get_accessibility_tree before you repeat this.' },
  );
}

export function cancelled(type: CommandType): AnnotateError {
  return new AnnotateError('browser/cancelled', `"${type}" was cancelled.`, {
    hint: 'Nothing is left to do.',
  });
}

export function badAnswer(type: CommandType, problem: string): AnnotateError {
  return new AnnotateError(
    'browser/bad-answer',
    `The extension answered "${type}" in a way this server does not understand: ${problem}.`,
    { hint: 'Ask the person to update the extension and annotate-mcp to the same release.' },
  );
}

export function faulted({ code, message, hint }: BrowserFault): AnnotateError {
  return new AnnotateError(code, message, { hint });
}

export function refused(code: RefusalCode, about = ''): { message: RefusedMessage; closeCode: number } {
  const { says, hint, closeCode } = refusals[code];
  return { message: { type: 'refused', code, message: `${says}${about}`, hint }, closeCode };
}

const refusals: Readonly<Record<RefusalCode, { says: string; hint: string; closeCode: number }>> = {
  'another-install': {
    says: 'Another browser is connected to this server: ',
    hint: 'Disconnect it there first, or start another server with --port for this one.',
    closeCode: closeCodes.anotherInstall,
  },
  'other-protocol': {
    says: `Extension and server are of different releases; the server speaks version ${bridgeProtocol}.`,
    hint: 'Update both.',
    closeCode: closeCodes.otherProtocol,
  },
  'bad-hello': {
    says: 'The extension did not say who it is.',
    hint: 'Update the extension.',
    closeCode: closeCodes.badHello,
  },
  replaced: {
    says: 'A newer connection of this browser has taken over.',
    hint: 'Nothing is to be done.',
    closeCode: closeCodes.replaced,
  },
  'key-replaced': {
    says: 'The key of this server was replaced.',
    hint: 'Paste the new connection string from the terminal.',
    closeCode: closeCodes.keyReplaced,
  },
};
