import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { Addressee } from '@annotate-mcp/core';

import { Field, type FieldProps } from './field.tsx';
import { MentionList, optionId } from './mention-list.tsx';
import { completed, typedMention } from './typed-mention.ts';

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
