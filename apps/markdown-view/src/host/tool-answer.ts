import { type Opened, tokenKey } from '@annotate-mcp/markdown';

import { type OpenedView, RefusedError, type ToolAnswer } from './view-host.ts';

/** The part of a `CallToolResult` that the view uses. */
export interface RawResult {
  readonly isError?: boolean | undefined;
  readonly content?: readonly { readonly type: string; readonly text?: unknown }[] | undefined;
  readonly structuredContent?: unknown;
  readonly _meta?: unknown;
}

export function answerOf(result: RawResult): ToolAnswer {
  if (result.isError === true) throw toRefusedError(result);
  return { data: recordOf(result.structuredContent), meta: recordOf(result._meta) };
}

/** `null` when the answer lacks what a view needs to call the server. */
export function openedOf({ data, meta }: ToolAnswer, path: string | null): OpenedView | null {
  const token = meta[tokenKey];
  if (typeof token !== 'string' || typeof data.viewUUID !== 'string') return null;
  if (typeof recordOf(data.fileMeta).path !== 'string') return null;
  // The annotate-mcp server wrote it, and the fields that the view needs were checked above.
  const opened = data as unknown as Opened;
  return { opened, token, path: path ?? opened.fileMeta.path };
}

/** Errors of the annotate-mcp server are JSON with `error` and `code`; errors of a host are plain text. */
function toRefusedError({ content = [] }: RawResult): RefusedError {
  const text = content
    .map((part) => (part.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('\n')
    .trim();
  const { error, code } = recordOf(parsed(text));
  return new RefusedError(
    typeof error === 'string' ? error : text || 'The server refused and did not say why.',
    typeof code === 'string' ? code : null,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Plain text, which is shown unchanged.
    return null;
  }
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
