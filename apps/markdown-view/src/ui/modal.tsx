import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { CloseButton } from '@annotate-mcp/overlay/ui';

/** The browser keeps the focus inside a modal dialog. */
export function Modal({
  title,
  onClose,
  onSubmit,
  firstFocus,
  children,
}: {
  title: string;
  onClose: () => void;
  /** What the submit key does anywhere in the dialog. */
  onSubmit?: () => void;
  /** The selector of what has the focus first, else the button that closes the dialog. */
  firstFocus?: string;
  children: ComponentChildren;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    // In the frame of a host the browser refuses the attribute `autofocus`.
    if (firstFocus !== undefined) dialog?.querySelector<HTMLElement>(firstFocus)?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      class="mdv-dialog nga-root nga-surface"
      aria-label={title}
      ref={ref}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      onKeyDown={(event) => {
        // A field in the dialog submits by itself.
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <div class="mdv-dialog-body">
        <div class="nga-row">
          <h2 class="nga-grow">{title}</h2>
          <CloseButton onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
