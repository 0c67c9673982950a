/** What the agent changed for a comment, so that the person accepts it knowingly. */
import { useState } from 'preact/hooks';

import { type MarkdownComment, sourceOf } from '@annotate-mcp/markdown';
import { Button } from '@annotate-mcp/overlay/ui';

import type { FoundChanges } from '../state/changes.ts';
import { changeOfComment } from '../state/comment-change.ts';

import type { ViewProps } from './view-props.ts';
import { WordDiff } from './word-diff.tsx';
import { isAnswered, plural } from './words.ts';

export function CardChanges(props: ViewProps & { comment: MarkdownComment }) {
  const { state, comment } = props;
  if (comment.status !== 'resolved' && !isAnswered(comment)) return null;
  const change = changeOfComment(state, comment);
  if (change === null) return null;
  return (
    <div class="mdv-was nga-small" role="group" aria-label="What changed here">
      {change.type === 'here' ? <PassageDiff {...change} /> : <Elsewhere {...props} {...change} />}
    </div>
  );
}

/** In characters; about eight lines of a card. */
const longDiff = 320;

function PassageDiff({ before, after }: { before: string; after: string }) {
  const [whole, setWhole] = useState(false);
  const short = cutSameEnds(before, after);
  const isLong = short.before.length + short.after.length > longDiff;
  const isCut = isLong || short.before !== before;
  return (
    <>
      <div class="mdv-was-text" data-long={isLong && !whole ? '' : undefined}>
        {whole ? <WordDiff before={before} after={after} /> : <WordDiff {...short} />}
      </div>
      {isCut && (
        <Button variant="quiet" onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : 'Show all of it'}
        </Button>
      )}
    </>
  );
}

const mostLinks = 5;

function Elsewhere({ state, commands, indexes }: ViewProps & { indexes: readonly number[] }) {
  const { found } = state.changes;
  if (found === null) return null;
  const more = indexes.length - mostLinks;
  return (
    <>
      <p>
        Nothing changed here. {plural(indexes.length, 'other passage')} changed since your last review
        {more > 0 ? ', the first ones:' : ':'}
      </p>
      <ul>
        {indexes.slice(0, mostLinks).map((index) => (
          <li key={index}>
            <Button variant="quiet" onClick={() => commands.showChange(index)}>
              <span>{nameChange(found, index)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The first words of the passage; those it had, when it was removed. */
function nameChange({ list, before, after }: FoundChanges, index: number): string {
  const change = list[index];
  if (change === undefined) return '';
  const source = change.kind === 'removed' ? sourceOf(before, change.before) : sourceOf(after, change.after);
  const words = source.replace(/[#>*_`|~-]+|\[[ xX]\]/g, ' ').replace(/\s+/g, ' ');
  const shown = words.trim().slice(0, 60);
  return change.kind === 'removed' ? `Removed: ${shown}` : shown || `Change ${index + 1}`;
}

/** Words that stay before the first difference and after the last one, so that the person recognises the place. */
const around = 60;

/** Cuts what is the same at the beginning and the end of two long texts. */
export function cutSameEnds(before: string, after: string): { before: string; after: string } {
  const head = Math.max(0, wordStart(before, sameHead(before, after) - around));
  const tail = Math.max(0, sameTail(before, after) - around);
  const cut = (text: string) => {
    const end = tail === 0 ? text.length : wordEnd(text, text.length - tail);
    const isCutAtEnd = end < text.length;
    return `${head > 0 ? '…' : ''}${text.slice(head, Math.max(head, end))}${isCutAtEnd ? '…' : ''}`;
  };
  return { before: cut(before), after: cut(after) };
}

function sameHead(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let length = 0;
  while (length < most && left.charCodeAt(length) === right.charCodeAt(length)) length += 1;
  return length;
}

/** Without what is the same at the beginning too. */
function sameTail(left: string, right: string): number {
  const most = Math.min(left.length, right.length) - sameHead(left, right);
  let length = 0;
  while (length < most && left.at(-1 - length) === right.at(-1 - length)) length += 1;
  return length;
}

function wordStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf(' ', at) + 1;
}

function wordEnd(text: string, at: number): number {
  const end = text.indexOf(' ', at);
  return end === -1 ? text.length : end;
}
