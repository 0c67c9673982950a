import { type Opened, tokenKey } from '@annotate-mcp/markdown';

import { type OpenedView, Refused, type ToolAnswer } from './view-host.ts';

/** As much of a `CallToolResult` as is looked at; both hosts bring one. */
export interface RawResult {
  readonly isError?: boolean | undefined;
  readonly content?: readonly { readonly type: string; readonly text?: unknown }[] | undefined;
  readonly structuredContent?: unknown;
  readonly _meta?: unknown;
}

export function answerOf(result: RawResult): ToolAnswer {
  if (result.isError === true) throw refusalOf(result);
  return { data: recordOf(result.structuredContent), meta: recordOf(result._meta) };
}

/** `null` when it is no result of `open_markdown` that a view can follow. */
export function openedOf({ data, meta }: ToolAnswer, path: string | null): OpenedView | null {
  const token = meta[tokenKey];
  if (typeof token !== 'string' || typeof data.viewUUID !== 'string') return null;
  if (typeof recordOf(data.fileMeta).path !== 'string') return null;
  // Our own server wrote it, and what a view cannot do without was just checked.
  const opened = data as unknown as Opened;
  return { opened, token, path: path ?? opened.fileMeta.path };
}

/** Our server's refusals are JSON with `error` and `code`; a host's own are plain text. */
function refusalOf({ content = [] }: RawResult): Refused {
  const text = content
    .map((part) => (part.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('\n')
    .trim();
  const { error, code } = recordOf(parsed(text));
  return new Refused(
    typeof error === 'string' ? error : text || 'The server refused and did not say why.',
    typeof code === 'string' ? code : null,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Plain text then, which is shown as it is.
    return null;
  }
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
