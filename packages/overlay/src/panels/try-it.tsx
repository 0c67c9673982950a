import type { ComponentType } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { holdsSecret } from '@annotate-mcp/page-facts/dom';

import { isInPrivate } from '../inspectors/private-parts.ts';
import type { Dispatch } from '../state/actions.ts';
import type { Compose, ComposeTarget } from '../state/state.ts';
import type { StyledElement } from '../trials/style-trial.ts';
import type { Trial } from '../trials/trial.ts';
import type { Trials } from '../trials/trials.ts';
import type { TryPanelProps } from '../trials/try-panel.tsx';
import { Button } from '../ui/button.tsx';
import { PanelIcon } from '../ui/panel-icon.tsx';
import { WishList } from '../ui/wish-list.tsx';

export interface TryItProps {
  compose: Compose;
  trials: Trials;
  dispatch: Dispatch;
  onSubmit: () => void;
  /** `null` where what is tried is nothing that can be applied. */
  onApply: (() => void) | null;
}

interface OpenedTrial {
  readonly trial: Trial;
  readonly Fields: ComponentType<TryPanelProps>;
}

/** Lets the person try the change by hand in the page. What is not sent is taken back when the composer closes. */
export function TryIt({ compose, trials, dispatch, onSubmit, onApply }: TryItProps) {
  const { target, wishes, sending } = compose;
  const place = useRef<HTMLDivElement>(null);
  const [opened, open] = useState<OpenedTrial | null>(null);
  const [isShown, show] = useState(false);
  useLayoutEffect(() => () => trials.open?.revert(), []);
  const element = elementToTry(target);
  if (element === null) return null;
  const toggle = async () => {
    show(!isShown);
    if (opened !== null) return;
    try {
      const { startTrial, TryPanel } = await import('../trials/try-panel.tsx');
      const root = place.current?.getRootNode();
      // The composer may be closed by now.
      if (!(root instanceof ShadowRoot)) return;
      const trial = startTrial(element, trials, root);
      const tell = () => dispatch({ type: 'compose:change', change: () => ({ wishes: trial.wishes() }) });
      trial.onChange = tell;
      open({ trial, Fields: TryPanel });
      // What follows the state learns of the trial.
      tell();
    } catch {
      show(false);
      dispatch({ type: 'compose:failed', problem: 'This could not be loaded. Is the dev server running?' });
    }
  };
  return (
    <>
      <div class="nga-try-place" ref={place}>
        <Button
          icon={<PanelIcon name="sliders" size={14} />}
          pressed={isShown}
          data-nga="try-it"
          onClick={() => void toggle()}
        >
          Try it here
        </Button>
      </div>
      {isShown && opened && (
        <opened.Fields trial={opened.trial} disabled={sending} onSubmit={onSubmit} onApply={onApply} />
      )}
      <WishList wishes={wishes} onUndo={(wish) => opened?.trial.undo(wish)} />
    </>
  );
}

/** One element of this page itself, of which nothing is private. */
function elementToTry(target: ComposeTarget): StyledElement | null {
  if (target.kind !== 'picked' || target.picked.length > 1) return null;
  const [{ element, area }] = target.picked;
  if (area !== undefined || element.ownerDocument !== document || !isStyled(element)) return null;
  return isInPrivate(element) || holdsSecret(element) ? null : element;
}

function isStyled(element: Element): element is StyledElement {
  return 'style' in element;
}
