/** What happened on a page shortly before a comment. Pages keep it in memory; it is sent when the person attaches it. */

export type RecordedStep = RecordedAction & {
  /** Counted from the moment when the person attached the steps. */
  secondsBefore: number;
};

export type RecordedAction =
  | { kind: 'click'; element: StepElement }
  /** `characters` is absent where their number would tell something about a secret. */
  | { kind: 'type'; element: StepElement; characters?: number }
  /** A key that is not a character: `Enter`, `Escape`, `Control+K`. */
  | { kind: 'press'; key: string }
  | { kind: 'choose'; element: StepElement; choice: string }
  | { kind: 'navigate'; url: string }
  /** A request that failed. Without `status` there was no response. */
  | { kind: 'request'; url: string; status?: number }
  | { kind: 'error'; message: string };

export interface StepElement {
  /** What a person would call it: `button "Save"`. */
  name: string;
  /** CSS path, ` >>> ` into a shadow root or a frame. */
  selector: string;
}

/** One line, for people and for agents, who find the element by the selector. */
export function describeStep(step: RecordedStep): string {
  return `${step.secondsBefore} s before: ${describeAction(step)}`;
}

function describeAction(step: RecordedAction): string {
  switch (step.kind) {
    case 'click':
      return `clicked ${describeElement(step.element)}`;
    case 'type':
      return `typed ${describeAmount(step.characters)} into ${describeElement(step.element)}`;
    case 'press':
      return `pressed ${step.key}`;
    case 'choose':
      return `chose "${step.choice}" in ${describeElement(step.element)}`;
    case 'navigate':
      return `went to ${step.url}`;
    case 'request':
      return `a request failed (${step.status ?? 'no response'}): ${step.url}`;
    case 'error':
      return `an error was thrown: ${step.message}`;
  }
}

function describeElement({ name, selector }: StepElement): string {
  return `${name} (${selector})`;
}

function describeAmount(characters: number | undefined): string {
  if (characters === undefined) return 'something';
  return characters === 1 ? '1 character' : `${characters} characters`;
}
