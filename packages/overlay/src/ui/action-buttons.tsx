import { useLayoutEffect, useState } from 'preact/hooks';

import {
  type Annotation,
  hasFailed,
  isAcceptable,
  isOpen,
  type PersonActionName,
  personActions,
} from '@annotate-mcp/core';

import { Button, type ButtonProps } from './button.tsx';
import { isFromRepository } from './from-repository.tsx';

/** One thing that a person can do with a thread. `Context` is what a surface knows about the thread. */
export interface ThreadAction<Context> {
  /** Unique in its list; the button has it as `data-nga`. */
  readonly name: string;
  /** The button as it looks now; `null` while the action is not possible. */
  readonly button: (context: Context) => ActionButton | null;
  readonly run: (context: Context) => void;
}

export interface ActionButton extends Pick<ButtonProps, 'variant' | 'icon' | 'title' | 'disabled'> {
  readonly label: string;
  /** The first click asks, a second one runs the action. */
  readonly confirm?: boolean;
}

interface ActionButtonsProps<Context> {
  actions: readonly ThreadAction<Context>[];
  context: Context;
  /** One of them is under way, so that none can be pressed. */
  busy?: boolean;
  tabIndex?: number;
}

/** The buttons of those actions that are possible now. */
export function ActionButtons<Context>({ actions, context, ...rest }: ActionButtonsProps<Context>) {
  return (
    <>
      {actions.map(({ name, button, run }) => {
        const shown = button(context);
        if (shown === null) return null;
        const { label, confirm = false, ...looks } = shown;
        const Shown = confirm ? ConfirmButton : Button;
        return (
          <Shown key={name} data-nga={name} {...looks} {...rest} onClick={() => run(context)}>
            {label}
          </Shown>
        );
      })}
    </>
  );
}

/** The button of an action of core's table; `null` while it is of no use. `looks` is what the surface adds. */
export function buttonOf(
  name: PersonActionName,
  annotation: Annotation,
  looks: Partial<ActionButton> = {},
): ActionButton | null {
  const { offer } = personActions[name];
  if (offer?.isOffered(annotation) !== true) return null;
  const { label, title, confirm } = offer;
  return {
    label: typeof label === 'string' ? label : label(annotation),
    ...(title && { title: title(annotation) }),
    ...(confirm && { confirm }),
    ...looks,
  };
}

/** What an agent may be working on is taken back, which is not as loud as deleting. */
export function removeButton(annotation: Annotation): ActionButton | null {
  return buttonOf(
    'delete',
    annotation,
    isOpen(annotation) && !isFromRepository(annotation) ? { variant: 'quiet' } : {},
  );
}

/** Accepting is the next step, unless what the agent did is not there: then it is to re-open. */
export function nextStep(annotation: Annotation): 'accept' | 'reopen' | null {
  if (!isAcceptable(annotation)) return null;
  const isChanged = annotation.status === 'resolved' && annotation.changedSince === true;
  return isChanged || hasFailed(annotation) ? 'reopen' : 'accept';
}

const confirmWithin = 3000;

/** Runs `onClick` on the second click within three seconds; the first click asks. */
export function ConfirmButton({
  children,
  variant = 'danger',
  onClick,
  ...rest
}: Pick<ButtonProps, 'variant' | 'onClick' | 'tabIndex' | 'disabled' | 'busy' | 'title' | 'data-nga'> & {
  children: string;
}) {
  const [asking, setAsking] = useState(false);
  // With the click, not with the paint after it: a busy page paints late, and the question would last longer.
  useLayoutEffect(() => {
    if (!asking) return;
    const timer = setTimeout(() => setAsking(false), confirmWithin);
    return () => clearTimeout(timer);
  }, [asking]);
  const click = () => {
    if (asking) onClick();
    setAsking(!asking);
  };
  return (
    <Button {...rest} variant={asking ? 'danger' : variant} onClick={click}>
      <span aria-live="polite">{asking ? `${children}? Click again` : children}</span>
    </Button>
  );
}
