import { Button, Icon, IconButton, Select } from '@annotate-mcp/overlay/ui';

import { batchOf, countOpen } from '../state/select.ts';
import type { Filter } from '../state/state.ts';

import { Menu } from './menu.tsx';
import { ChangesToggle } from './strips.tsx';
import { ViewIcon } from './view-icon.tsx';
import type { ViewProps } from './view-props.ts';
import { modeHints, modeWords, submitHint, submitWord } from './words.ts';

export function Toolbar(props: ViewProps & { narrow: boolean }) {
  const { state, commands, narrow } = props;
  const { canFullscreen, fullscreen } = state.hostContext;
  return (
    <header class="mdv-toolbar nga-root">
      <BackButton {...props} />
      <Title {...props} />
      {!state.asksVerdict && <ModeToggle {...props} />}
      {!narrow && <FilterSelect {...props} />}
      {!narrow && !state.asksVerdict && <StoreSelect {...props} />}
      <ChangesToggle {...props} />
      <i class="nga-grow" />
      {!narrow && <ReadingButtons {...props} />}
      {!narrow && !state.asksVerdict && <AskButton {...props} />}
      {!state.asksVerdict && <SubmitButton {...props} />}
      <VerdictButton {...props} />
      {canFullscreen && (
        <button
          type="button"
          class="nga-btn nga-btn-quiet nga-btn-icon"
          aria-label={fullscreen ? 'Leave full screen' : 'Full screen'}
          title={fullscreen ? 'Leave full screen' : 'Full screen'}
          onClick={commands.toggleFullscreen}
        >
          <ViewIcon name={fullscreen ? 'shrink' : 'expand'} size={16} />
        </button>
      )}
      {!narrow && (
        <IconButton
          icon="question"
          label="Keyboard shortcuts"
          onClick={() => props.dispatch({ type: 'dialog', dialog: 'keys' })}
        />
      )}
      <Menu {...props} />
    </header>
  );
}

function Title({ state: { file } }: ViewProps) {
  const folder = file?.path.slice(0, file.path.length - file.name.length) ?? '';
  return (
    <div class="mdv-title" title={file?.path}>
      <Icon name="pin" size={18} />
      <h1>
        {folder && <span class="nga-muted">{folder}</span>}
        <b>{file?.name ?? 'Opening…'}</b>
      </h1>
      {file && !file.writable && <span class="nga-chip nga-muted">Read-only</span>}
    </div>
  );
}

function ModeToggle({ state, commands }: ViewProps) {
  return (
    <div class="mdv-modes" role="radiogroup" aria-label="What happens with comments">
      {(['edit', 'review'] as const).map((mode) => (
        <button
          key={mode}
          type="button"
          role="radio"
          class="mdv-mode"
          aria-checked={state.mode === mode}
          title={modeHints[mode]}
          tabIndex={state.mode === mode ? 0 : -1}
          onClick={() => void commands.changeReview({ type: 'mode', mode })}
          onKeyDown={(event) => {
            if (!event.key.startsWith('Arrow')) return;
            event.preventDefault();
            const other = mode === 'edit' ? 'review' : 'edit';
            void commands.changeReview({ type: 'mode', mode: other });
            const next = event.currentTarget.nextElementSibling ?? event.currentTarget.previousElementSibling;
            if (next instanceof HTMLElement) next.focus();
          }}
        >
          {modeWords[mode]}
        </button>
      ))}
    </div>
  );
}

export function FilterSelect({ state, dispatch }: Pick<ViewProps, 'state' | 'dispatch'>) {
  const options: Record<Filter, string> = { open: `Open (${countOpen(state)})`, all: 'All' };
  return (
    <Select
      label="Show comments"
      options={options}
      value={state.filter}
      onChange={(filter) => dispatch({ type: 'filter', filter })}
    />
  );
}

/** Asks about the selected text; pressing the button must not clear the selection. */
function AskButton({ state, commands }: ViewProps) {
  const { selection } = state;
  return (
    <span onMouseDown={(event) => event.preventDefault()}>
      <Button
        variant="quiet"
        disabled={selection === null}
        title={
          selection === null
            ? 'Select some text first, then ask about it'
            : 'Asks the agent about the selected text now; your batch is not sent'
        }
        onClick={() => selection && commands.comment(selection, true)}
      >
        <ViewIcon name="bolt" /> Answer…
      </Button>
    </span>
  );
}

function SubmitButton({ state, commands }: ViewProps) {
  const count = batchOf(state).length;
  const ended = state.connection.state === 'ended';
  return (
    <Button
      variant="primary"
      data-nga="submit-all"
      disabled={count === 0 || state.submitting || ended}
      title={
        ended ? 'The review has ended' : count === 0 ? 'Nothing is waiting to be sent' : submitHint(state)
      }
      onClick={() => void commands.submitAll()}
    >
      <ViewIcon name="send" />
      {state.submitting ? 'Sending…' : submitWord(state)}
      {count > 0 && <span class="mdv-count">{count}</span>}
    </Button>
  );
}

function BackButton({ back, commands }: Pick<ViewProps, 'back' | 'commands'>) {
  if (back === null) return null;
  return (
    <button
      type="button"
      class="mdv-back nga-btn nga-btn-quiet"
      title={`Back to ${back}`}
      onClick={commands.back}
    >
      <ViewIcon name="left" /> <span>{back}</span>
    </button>
  );
}

function ReadingButtons({ state, dispatch }: Pick<ViewProps, 'state' | 'dispatch'>) {
  const { outline, finding } = state;
  return (
    <>
      <IconButton
        icon={<ViewIcon name="outline" size={16} />}
        label="Outline"
        pressed={outline}
        onClick={() => dispatch({ type: 'tool', tool: 'outline', open: !outline })}
      />
      <IconButton
        icon={<ViewIcon name="search" size={16} />}
        label="Find in text and comments"
        pressed={finding}
        onClick={() => dispatch({ type: 'tool', tool: 'finding', open: !finding })}
      />
    </>
  );
}

const storeChoices = { sidecar: 'Stored in the project', mirror: 'Stored in project and file' } as const;

/** Where comments on this document are stored. Each can also be moved on its own. */
function StoreSelect({ state, commands }: Pick<ViewProps, 'state' | 'commands'>) {
  const { file, mirror } = state;
  if (file?.writable !== true) return null;
  return (
    <span class="mdv-store-select" title="Where comments are stored">
      <Select
        label="Where comments are stored"
        options={storeChoices}
        value={mirror ? 'mirror' : 'sidecar'}
        onChange={(chosen) => void commands.changeReview({ type: 'mirror', mirror: chosen === 'mirror' })}
      />
    </span>
  );
}

/** Opens the dialog in which the person approves the document, asks for changes or comments on it as a whole. */
function VerdictButton({ state, dispatch }: ViewProps) {
  const count = state.asksVerdict ? batchOf(state).length : 0;
  const ended = state.connection.state === 'ended';
  return (
    <Button
      variant={state.asksVerdict ? 'primary' : undefined}
      icon="check"
      data-nga="verdict"
      disabled={state.submitting || ended}
      title={ended ? 'The review has ended' : 'Approve the document or ask for changes'}
      onClick={() => dispatch({ type: 'dialog', dialog: 'verdict' })}
    >
      Finish…
      {count > 0 && <span class="mdv-count">{count}</span>}
    </Button>
  );
}
