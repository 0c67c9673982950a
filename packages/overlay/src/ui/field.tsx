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
  /** Shift+Enter, Ctrl+Enter or Cmd+Enter. */
  onSubmit: () => void;
}

/** A textarea that is as high as its text, up to what CSS allows. */
export function Field({
  value,
  label,
  fieldRef,
  rows = 2,
  class: extra = '',
  onText,
  onSubmit,
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
  const keyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of Japanese or Chinese text; that one is not for us.
    if (event.key !== 'Enter' || event.isComposing || !(event.shiftKey || event.ctrlKey || event.metaKey))
      return;
    event.preventDefault();
    onSubmit();
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
