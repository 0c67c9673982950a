/** What a comment suggests: shown as the words that change, and written in a field with the source of the passage. */
import { useRef } from 'preact/hooks';

import { repliedSuggestion } from '@annotate-mcp/core';
import type { MarkdownComment } from '@annotate-mcp/markdown';
import { Field, useFocus } from '@annotate-mcp/overlay/ui';

import type { Item } from '../state/select.ts';
import { sourceOf } from '../state/written.ts';

import { WordDiff } from './word-diff.tsx';

/** What the author of the comment suggests. */
export function OwnSuggestion({ item, folded = false }: { item: Item; folded?: boolean }) {
  const { anchor, comment, writing } = item;
  const replacement = writing ? writing.replacement : comment?.suggestion?.replacement;
  if (replacement === undefined) return null;
  return (
    <div class={`mdv-suggested ${folded ? 'mdv-suggested--folded' : ''}`} data-nga="suggestion">
      <WordDiff before={sourceOf(anchor.quote)} after={replacement} />
    </div>
  );
}

/** What an agent suggested in its last reply that did. */
export function RepliedSuggestion({
  comment,
  folded = false,
}: {
  comment: MarkdownComment;
  folded?: boolean;
}) {
  const { anchor, replies } = comment;
  const reply = repliedSuggestion(replies);
  if (reply === undefined) return null;
  return (
    <div class={`mdv-suggested ${folded ? 'mdv-suggested--folded' : ''}`} data-nga="suggestion">
      <p class="nga-small nga-muted">{reply.agentName ?? 'The agent'} suggests:</p>
      <WordDiff before={sourceOf(anchor.quote)} after={reply.suggestion.replacement} />
    </div>
  );
}

export interface SourceFieldProps {
  quote: string;
  value: string;
  onText: (text: string) => void;
  onSubmit: () => void;
}

/** The source of a passage while other words are written for it, and what that changes. */
export function SourceField({ quote, value, onText, onSubmit }: SourceFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useFocus(field);
  const source = sourceOf(quote);
  return (
    <>
      <Field
        fieldRef={field}
        class="mdv-source"
        data-nga="replacement"
        label="The new text, as Markdown"
        placeholder="Empty: the text is deleted"
        value={value}
        onText={onText}
        onSubmit={onSubmit}
      />
      {value !== source && <WordDiff before={source} after={value} />}
    </>
  );
}
