import { useLayoutEffect, useRef } from 'preact/hooks';

import type { ElementRef } from './focus.ts';

export interface FieldProps {
  value: string;
  label: string;
  placeholder?: string;
  class?: string;
  rows?: number;
  disabled?: boolean;
  tabIndex?: number;
  'data-nga'?: string;
  fieldRef?: ElementRef<HTMLTextAreaElement>;
  onText: (text: string) => void;
  /**
   * Shift+Enter, Ctrl+Enter or Cmd+Enter was pressed. The text comes from the element: a fast typist can be ahead of
   * `value`.
   */
  onSubmit: (text: string) => void;
  /** Gets each key first; `true` when it has used it. */
  onKey?: (event: KeyboardEvent) => boolean;
  onBlur?: () => void;
  'aria-autocomplete'?: 'list';
  'aria-controls'?: string;
  'aria-activedescendant'?: string;
}

/** A text area that grows with its text up to the height that CSS allows. */
export function Field({
  value,
  label,
  fieldRef,
  rows = 2,
  class: extra = '',
  onText,
  onSubmit,
  onKey,
  ...rest
}: FieldProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const ref = fieldRef ?? own;
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field) return;
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
  }, [value]);
  const keyDown = (event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }) => {
    if (!event.isComposing && onKey?.(event) === true) {
      event.preventDefault();
      return;
    }
    // Enter also ends the composition of Japanese or Chinese text; that press does not submit.
    if (event.key !== 'Enter' || event.isComposing || !(event.shiftKey || event.ctrlKey || event.metaKey))
      return;
    event.preventDefault();
    onSubmit(event.currentTarget.value);
  };
  return (
    <textarea
      ref={ref}
      class={`nga-textarea ${extra}`}
      dir="auto"
      aria-label={label}
      value={value}
      rows={rows}
      onInput={(event) => onText(event.currentTarget.value)}
      onKeyDown={keyDown}
      {...rest}
    />
  );
}
