/** Types into a field as a person does, and makes sure that the field then holds what was typed. */
import type { ParamsOf } from '@annotate-mcp/browser-protocol';

import { CommandError } from '../driver/command-error.ts';
import { readChord } from '../driver/keys.ts';
import type { Tab } from '../driver/tab.ts';
import type { ReadyTarget } from '../driver/wait-for-target.ts';
import type { FocusedField, SettledField } from '../page-agent/fields.ts';

type Typing = Pick<ParamsOf<'type'>, 'text' | 'clear' | 'delay'>;

interface Entered extends SettledField {
  /** What the field was to hold; `null` when that is not known. */
  readonly wanted: string | null;
}

/** `null` when no text can be typed into the target. */
export async function enterText(
  tab: Tab,
  at: ReadyTarget,
  typing: Typing,
  signal: AbortSignal,
): Promise<Entered | null> {
  const field = await focus(tab, at, typing);
  if (field.state === 'not-editable') return null;
  // A panel that opens under a resting pointer would show what is there as the value of the field.
  await tab.mouse.leaveFor(at);
  await typeOnce(tab, at, field, typing, signal);
  const { wanted } = field;
  const first = await tab.frames.call(at.frame, 'settledField', at.target, wanted).catch(() => gone);
  if (first.holds !== 'other' || wanted === null) return { ...first, wanted };
  if (field.mayRepeat) {
    const again = { text: wanted, clear: true, delay: Math.max(typing.delay, wanted.length <= 200 ? 10 : 0) };
    const emptied = await focus(tab, at, again);
    if (emptied.state === 'ready') await typeOnce(tab, at, emptied, again, signal);
    const second = await tab.frames.call(at.frame, 'settledField', at.target, wanted).catch(() => gone);
    if (second.holds !== 'other') return { ...second, wanted };
    throw otherValueError(at.on, wanted, second, 'twice');
  }
  throw otherValueError(at.on, wanted, first, 'once');
}

/** The page has taken the field away: it has what it wanted. */
const gone: SettledField = { holds: 'unknown', value: null, isSecret: false };

async function focus(
  tab: Tab,
  { frame, target, on }: ReadyTarget,
  { text, clear }: Typing,
): Promise<FocusedField> {
  const field = await tab.frames.call(frame, 'focusField', target, clear, text);
  if (field !== null) return field;
  throw new CommandError('target/stale', `The ${on} is gone.`, 'Take a new snapshot.');
}

async function typeOnce(
  tab: Tab,
  { frame, target, on }: ReadyTarget,
  { kind }: Extract<FocusedField, { state: 'ready' }>,
  { text, clear, delay }: Typing,
  signal: AbortSignal,
): Promise<void> {
  if (kind === 'choice') {
    const problem = await tab.frames.call(frame, 'choose', target, text);
    if (problem === null) return;
    throw new CommandError(
      'target/not-editable',
      `${JSON.stringify(text)} cannot be chosen in the ${on}: ${problem}.`,
      'Type one of those.',
    );
  }
  const isEditor = kind === 'editor' || kind === 'rich';
  if (clear && kind === 'editor') await selectAll(tab);
  if (clear && text === '')
    await tab.keyboard.press({ modifiers: [], key: { key: 'Delete', code: 'Delete', keyCode: 46 } });
  // Typed line by line, an editor would indent and close brackets by itself.
  if (isEditor && delay === 0 && text.includes('\n')) await insert(tab, { frame, target }, text);
  else await tab.keyboard.type(text, delay, signal);
}

/** As a paste does. An editor that takes no paste gets the text as an input method would pass it on. */
async function insert(
  tab: Tab,
  { frame, target }: Pick<ReadyTarget, 'frame' | 'target'>,
  text: string,
): Promise<void> {
  const isTaken = await tab.frames.call(frame, 'insertText', target, text);
  if (!isTaken) await tab.keyboard.insert(text);
}

async function selectAll(tab: Tab): Promise<void> {
  const { os } = await chrome.runtime.getPlatformInfo();
  const chord = readChord('ControlOrMeta+a', os === 'mac');
  if (chord !== null) await tab.keyboard.press(chord);
}

export function otherValueError(
  on: string,
  wanted: string,
  { value, isSecret }: SettledField,
  times: 'once' | 'twice',
): CommandError {
  const held = isSecret
    ? 'holds something else than was typed'
    : `holds ${JSON.stringify(value)}, and not ${JSON.stringify(wanted.slice(0, 500))}`;
  return new CommandError(
    'target/not-editable',
    `The ${on} ${held}, which was typed ${times}.`,
    'Look at the page: it may take another form of this value, fewer characters, or only what it suggests.',
  );
}
