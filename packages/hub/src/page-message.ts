/** Reads what a page sent, as far as the schema of the protocol does not. */
import type { RawData } from 'ws';

import { AnnotateError, isRecord, parseJson, protocolVersion } from '@annotate-mcp/core';

import type { FailedMessage } from './errors.ts';

export const invalidMessage = {
  code: 'protocol/invalid',
  subject: 'The message',
  hint: 'Nothing was changed. Reload the page: it may be of another release than the dev server.',
} as const;

export function readJson(data: RawData, isBinary: boolean): unknown {
  if (isBinary) throw invalidJsonError('it is binary');
  try {
    // Text messages arrive as one buffer unless the `binaryType` of `ws` is changed.
    return parseJson(Buffer.isBuffer(data) ? data.toString() : '');
  } catch {
    throw invalidJsonError('it does not parse');
  }
}

function invalidJsonError(why: string): AnnotateError {
  return new AnnotateError('protocol/invalid', `The message is not valid JSON: ${why}.`, {
    hint: 'Nothing was changed. Send one JSON object as a text message.',
  });
}

/** Also works for invalid messages: a page that does not know which message was refused would send it again forever. */
export function failedMessageOf(value: unknown): FailedMessage {
  if (!isRecord(value)) return {};
  const { ref, payload } = value;
  const id = isRecord(payload) && 'id' in payload ? payload.id : value.id;
  return { ...(isShortText(ref) && { ref }), ...(isShortText(id) && { id }) };
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200;
}

/** Checked before the schema, because every other field may differ in another version. */
export function isOtherVersion(value: unknown): boolean {
  if (!isRecord(value) || value.type !== 'session:resume') return false;
  return 'protocol' in value && value.protocol !== protocolVersion;
}

export function notResumedError(): AnnotateError {
  return new AnnotateError('protocol/invalid', 'The session has not been resumed yet.', {
    hint: 'Send "session:resume" first.',
  });
}

export function alreadyResumedError(): AnnotateError {
  return new AnnotateError('protocol/invalid', 'The session has been resumed already.', {
    hint: 'Open another socket for another session.',
  });
}

export function blankNameError(): AnnotateError {
  return new AnnotateError('annotation/invalid', 'The name is blank.', {
    hint: 'Nothing was changed. Write the name that others should see.',
  });
}
