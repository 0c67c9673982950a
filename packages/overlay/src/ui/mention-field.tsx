import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { Addressee } from '@annotate-mcp/core';

import { AuthorMark } from './author-line.tsx';
import { markOf } from './authors.ts';
import { Field, type FieldProps } from './field.tsx';

export interface MentionFieldProps extends FieldProps {
  /** Whom an `@` offers. */
  mentionable: readonly Addressee[];
}

/** A field in which an `@` offers people and agents. Arrow keys, Enter and Tab choose, Esc closes the list only. */
export function MentionField({ mentionable, fieldRef, onText, ...rest }: MentionFieldProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const field = fieldRef ?? own;
  const list = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [placed, setPlaced] = useState<number | null>(null);
  const typed = caret === null ? null : typedMention(rest.value, caret, mentionable);
  useLayoutEffect(() => {
    if (placed !== null) field.current?.setSelectionRange(placed, placed);
    setPlaced(null);
  }, [placed]);
  const choose = (chosen: Addressee) => {
    if (typed === null || caret === null) return;
    const after = completed(rest.value, caret, typed, chosen);
    onText(after.text);
    setCaret(null);
    setPlaced(after.caret);
    field.current?.focus();
  };
  const key = (event: KeyboardEvent): boolean => {
    if (typed === null) return false;
    const count = typed.options.length;
    const current = typed.options[active];
    if (event.key === 'ArrowDown') setActive((active + 1) % count);
    else if (event.key === 'ArrowUp') setActive((active + count - 1) % count);
    else if (event.key === 'Escape') setCaret(null);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !isModified(event) && current) choose(current);
    else return false;
    return true;
  };
  return (
    <>
      <Field
        {...rest}
        fieldRef={field}
        onText={(text) => {
          onText(text);
          setActive(0);
          setCaret(field.current?.selectionStart ?? null);
        }}
        onKey={key}
        onBlur={() => setCaret(null)}
        {...(mentionable.length > 0 && { 'aria-autocomplete': 'list' as const })}
        {...(typed && { 'aria-controls': list, 'aria-activedescendant': optionId(list, active) })}
      />
      {typed && <MentionList id={list} options={typed.options} active={active} onChoose={choose} />}
    </>
  );
}

function isModified({ shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return shiftKey || ctrlKey || metaKey || altKey;
}

interface MentionListProps {
  id: string;
  options: readonly Addressee[];
  active: number;
  onChoose: (chosen: Addressee) => void;
}

/** The people and agents whose name begins with what was typed behind an `@`. The keys are those of the field. */
function MentionList({ id, options, active, onChoose }: MentionListProps) {
  return (
    <ul class="nga-mentions" role="listbox" id={id} aria-label="People and agents" data-nga="mentions">
      {options.map((option, at) => (
        <li
          key={`${option.type} ${option.name}`}
          id={optionId(id, at)}
          role="option"
          aria-selected={at === active}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.type === 'person' && <AuthorMark mark={markOf(option.id, option.name)} />}
          <span dir="auto">{option.name}</span>
          {option.type === 'agent' && <span class="nga-muted nga-small">agent</span>}
        </li>
      ))}
    </ul>
  );
}

function optionId(list: string, at: number): string {
  return `${list}-${at}`;
}

interface TypedMention {
  /** Where the `@` is. */
  readonly start: number;
  readonly options: readonly Addressee[];
}

const mostOptions = 6;

/** What can follow the `@` that the caret is behind; `null` when there is none, or no name fits. */
export function typedMention(
  text: string,
  caret: number,
  mentionable: readonly Addressee[],
): TypedMention | null {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('@');
  if (start < 0 || /[\p{L}\p{N}_]$/u.test(before.slice(0, start))) return null;
  const typed = before.slice(start + 1).toLowerCase();
  if (typed.includes('\n')) return null;
  const options = mentionable.filter(({ name }) => fits(name.toLowerCase(), typed)).slice(0, mostOptions);
  return options.length === 0 ? null : { start, options };
}

/** A whole name followed by a space is finished, and another word of the name may be typed first. */
function fits(name: string, typed: string): boolean {
  return name.startsWith(typed) || (typed !== '' && name.split(/\s+/).some((word) => word.startsWith(typed)));
}

/** The text with the chosen name, and where the caret is then. */
export function completed(
  text: string,
  caret: number,
  { start }: Pick<TypedMention, 'start'>,
  { name }: Addressee,
): { text: string; caret: number } {
  const written = `${text.slice(0, start)}@${name} `;
  return { text: written + text.slice(caret).replace(/^ /, ''), caret: written.length };
}
