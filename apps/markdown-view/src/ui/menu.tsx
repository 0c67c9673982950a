import { type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { wholeDocument } from '@annotate-mcp/core';
import { Icon, moveFocus } from '@annotate-mcp/overlay/ui';

import { batchOf } from '../state/select.ts';

import { ViewIcon } from './view-icon.tsx';
import type { ViewProps } from './view-props.ts';

/** Actions that are rarely needed. */
export function Menu(props: ViewProps) {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    ref.current?.querySelector<HTMLElement>('.mdv-menu-button')?.focus();
  };
  useEffect(() => {
    if (!open) return;
    ref.current?.querySelector<HTMLElement>('[role^=menuitem]:not(:disabled)')?.focus();
    const outside = (event: Event) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) setOpen(false);
    };
    addEventListener('pointerdown', outside, true);
    return () => removeEventListener('pointerdown', outside, true);
  }, [open]);
  const keyDown = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault();
      event.stopPropagation();
      close();
    } else moveFocus(event, ref.current, '[role^=menuitem]:not(:disabled)');
  };
  return (
    <div class="mdv-menu-place" ref={ref} onKeyDown={keyDown}>
      <button
        type="button"
        class="mdv-menu-button nga-btn nga-btn-quiet nga-btn-icon"
        aria-label="More"
        title="More"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="dots" />
      </button>
      {open && (
        <div class="mdv-menu nga-surface" role="menu" aria-label="More" onClick={close}>
          <Items {...props} />
        </div>
      )}
    </div>
  );
}

function Items(props: ViewProps) {
  const { state, dispatch, commands, canClose } = props;
  const drafts = batchOf(state).length;
  return (
    <>
      <Item icon={<ViewIcon name="comment" />} onClick={() => commands.comment(wholeDocument)}>
        Comment on the whole document
      </Item>
      <hr />
      {!state.asksVerdict && (
        <>
          <FileItems {...props} />
          <hr />
        </>
      )}
      <ReadingItems {...props} />
      <hr />
      <Item
        icon={<Icon name="question" size={14} />}
        onClick={() => dispatch({ type: 'dialog', dialog: 'keys' })}
      >
        Keyboard shortcuts
      </Item>
      <Item
        icon={<Icon name="close" size={14} />}
        disabled={drafts === 0}
        onClick={() => dispatch({ type: 'dialog', dialog: 'discard' })}
      >
        Discard the batch…
      </Item>
      {canClose && (
        <Item icon={<Icon name="check" size={14} />} onClick={commands.close}>
          Close the review
        </Item>
      )}
    </>
  );
}

/** How comments get into the file, and out of it. */
function FileItems({ state, dispatch, commands }: ViewProps) {
  const { file, mirror } = state;
  const writable = file?.writable ?? false;
  const readOnly = 'The file cannot be written here';
  return (
    <>
      <Item
        icon={<ViewIcon name="share" />}
        disabled={!writable}
        title={
          writable
            ? 'Writes the comments into the file as markers, which are invisible when it is rendered'
            : readOnly
        }
        onClick={() => void commands.changeReview({ type: 'export_inline' })}
      >
        Export for sharing
      </Item>
      <Item
        checked={mirror}
        disabled={!writable}
        title={
          writable ? 'Comments are stored in the file and in the project, and both are kept equal' : readOnly
        }
        onClick={() => void commands.changeReview({ type: 'mirror', mirror: !mirror })}
      >
        Mirror into the file
      </Item>
      <Item
        icon={<ViewIcon name="share" />}
        title="Until then git ignores the comments in .claude/md-comments"
        onClick={() => void commands.changeReview({ type: 'share' })}
      >
        Let git see the review
      </Item>
      <Item
        icon={<Icon name="minus" size={14} />}
        disabled={!writable}
        title={writable ? 'Takes the comments out of the file and keeps them in the project' : readOnly}
        onClick={() => dispatch({ type: 'dialog', dialog: 'remove-markers' })}
      >
        Remove all markers…
      </Item>
    </>
  );
}

function ReadingItems({ state, dispatch, commands, canPrint }: ViewProps) {
  return (
    <>
      <Item
        icon={<ViewIcon name="outline" />}
        onClick={() => dispatch({ type: 'tool', tool: 'outline', open: !state.outline })}
      >
        Outline
      </Item>
      <Item
        icon={<ViewIcon name="search" />}
        onClick={() => dispatch({ type: 'tool', tool: 'finding', open: true })}
      >
        Find in text and comments
      </Item>
      {canPrint && (
        <Item icon={<ViewIcon name="print" />} onClick={() => void commands.print()}>
          Print…
        </Item>
      )}
    </>
  );
}

interface ItemProps {
  icon?: ComponentChildren;
  /** Makes the item a switch. */
  checked?: boolean;
  disabled?: boolean;
  title?: string;
  onClick: () => void;
  children: string;
}

function Item({ icon, checked, children, ...rest }: ItemProps) {
  const isSwitch = checked !== undefined;
  return (
    <button
      type="button"
      class="mdv-menu-item"
      role={isSwitch ? 'menuitemcheckbox' : 'menuitem'}
      aria-checked={checked}
      tabIndex={-1}
      {...rest}
    >
      <span class="mdv-menu-icon">{isSwitch ? checked && <Icon name="check" size={14} /> : icon}</span>
      {children}
    </button>
  );
}
