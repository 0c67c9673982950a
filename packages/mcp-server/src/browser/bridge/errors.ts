/** The bridge's error messages, for agents and for the person who reads the popup. */
import {
  type BrowserFault,
  bridgeProtocol,
  closeCodes,
  type CommandType,
  type RefusalCode,
  type RefusedMessage,
} from '@annotate-mcp/browser-protocol';
import { AnnotateError } from '@annotate-mcp/core';

export function notConnectedError(): AnnotateError {
  return new AnnotateError('browser/not-connected', 'No browser is connected, so nothing was done.', {
    hint: 'Ask the person to open Chrome and to click the button of the annotate-mcp extension, which says how to connect. If they do not have the extension, "npx annotate-mcp extension" installs it. A browser on another machine needs the string (vf://…) that "npx annotate-mcp serve --network --connection" prints. Then call the tool again.',
  });
}

export function disconnectedError(type: CommandType): AnnotateError {
  return new AnnotateError(
    'browser/disconnected',
    `The browser disconnected before it answered "${type}"; the command may have run or not.`,
    { hint: 'It usually reconnects within seconds. Look at the page before you repeat the command.' },
  );
}

export function timeoutError(type: CommandType, ms: number): AnnotateError {
  return new AnnotateError(
    'browser/timed-out',
    `The browser did not answer "${type}" within ${ms / 1000} seconds; the command may have run or not.`,
    { hint: 'Look at the page with browser_get_accessibility_tree before you repeat the command.' },
  );
}

export function cancelledError(type: CommandType): AnnotateError {
  return new AnnotateError('browser/cancelled', `"${type}" was cancelled.`, {
    hint: 'No further action is needed.',
  });
}

export function badAnswerError(type: CommandType, problem: string): AnnotateError {
  return new AnnotateError(
    'browser/bad-answer',
    `The extension answered "${type}" in a way this server does not understand: ${problem}.`,
    { hint: 'Ask the person to update the extension and annotate-mcp to the same release.' },
  );
}

export function faultError({ code, message, hint }: BrowserFault): AnnotateError {
  // The extension names elements, titles and addresses of the page that it could not act on.
  return new AnnotateError(code, message, { hint, quotesPage: true });
}

export function describeRefusal(
  code: RefusalCode,
  about = '',
): { message: RefusedMessage; closeCode: number } {
  const { reason, hint, closeCode } = refusals[code];
  return { message: { type: 'refused', code, message: `${reason}${about}`, hint }, closeCode };
}

const refusals: Readonly<Record<RefusalCode, { reason: string; hint: string; closeCode: number }>> = {
  'another-install': {
    reason: 'Another browser is connected to this server: ',
    hint: 'Disconnect it there first, or start another server with --port for this one.',
    closeCode: closeCodes.anotherInstall,
  },
  'other-protocol': {
    reason: `Extension and server are of different releases; the server speaks version ${bridgeProtocol}.`,
    hint: 'Update both.',
    closeCode: closeCodes.otherProtocol,
  },
  'bad-hello': {
    reason: 'The extension did not identify itself.',
    hint: 'Update the extension.',
    closeCode: closeCodes.badHello,
  },
  replaced: {
    reason: 'A newer connection of this browser has taken over.',
    hint: 'You need not do anything.',
    closeCode: closeCodes.replaced,
  },
  'key-replaced': {
    reason: 'The key of this server was replaced.',
    hint: 'Paste the new connection string from the terminal.',
    closeCode: closeCodes.keyReplaced,
  },
};
