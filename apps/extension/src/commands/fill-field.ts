/** Fills one field of a form as a person does: types, presses, or chooses. */
import type { FieldToFill, ResultOf } from '@annotate-mcp/browser-protocol';

import { CommandError } from '../driver/command-error.ts';
import { waitForTarget } from '../driver/wait-for-target.ts';
import type { FormField } from '../page-agent/form.ts';

import { enterText } from './enter-text.ts';
import { fillParts } from './fill-parts.ts';
import { type Filling, refIn, type TypedField } from './filling.ts';
import { moveSlider } from './move-slider.ts';

type Value = FieldToFill['value'];

type Filled = ResultOf<'fill_form'>['filled'][number];

export async function fillField(filling: Filling, value: Value): Promise<Filled>;
/** `null` for a field of another kind than these. */
export async function fillField(
  filling: Filling,
  value: Value,
  kinds: readonly FormField['kind'][],
): Promise<Filled | null>;
export async function fillField(
  filling: Filling,
  value: Value,
  kinds?: readonly FormField['kind'][],
): Promise<Filled | null> {
  const { tab, at } = filling;
  const field = await tab.frames.call(at.frame, 'inspectField', at.target);
  if (field === null) throw new CommandError('target/stale', `The ${at.on} is gone.`, 'Take a new snapshot.');
  if (kinds?.includes(field.kind) === false) return null;
  await fillers[field.kind](filling, field, value);
  const checked = field.kind === 'check' || field.kind === 'radio' || field.kind === 'radios';
  if (checked) return { on: field.on, value: String(value) };
  const target = { by: 'ref', ref: field.ref } as const;
  const held = await tab.frames.call(at.frame, 'compareField', target, null).catch(() => null);
  return {
    on: field.on,
    value: held?.value ?? (field.kind === 'popup' ? toText(value, field) : null),
    ...(held?.isSecret === true && { secret: true }),
  };
}

type Filler = (filling: Filling, field: FormField, value: Value) => Promise<void>;

const fillers: Readonly<Record<FormField['kind'], Filler>> = {
  text: async (filling, field, value) => void filling.typed.push(await typeText(filling, field, value)),
  suggestions: async (filling, field, value) => {
    for (const text of Array.isArray(value) ? value : [toText(value, field)]) {
      const typed = await typeText(filling, field, text);
      const problem = await pressOption(filling, text, suggestionsMs);
      if (problem === null) continue;
      if (Array.isArray(value)) throw valueError(field, text, problem);
      // A single text may be one that is not suggested.
      filling.typed.push(typed);
    }
  },
  options: async (filling, field, value) => {
    const { tab, at, deadline } = filling;
    await waitForTarget(tab, refIn(at.frame, field.ref), 'enabled', deadline);
    const values = Array.isArray(value) ? value : [toText(value, field)];
    const target = { by: 'ref', ref: field.ref } as const;
    const problem = await tab.frames.call(at.frame, 'selectOptions', target, values);
    if (problem !== null) throw valueError(field, values.join(', '), problem);
  },
  check: (filling, field, value) => setChecked(filling, field, toBoolean(value, field)),
  radio: async (filling, field, value) => {
    if (typeof value === 'string' && !isBoolean(value)) return pickRadio(filling, field, value);
    if (toBoolean(value, field)) return setChecked(filling, field, true);
    throw valueError(field, 'false', 'choose another radio button of its group instead');
  },
  radios: (filling, field, value) => pickRadio(filling, field, toText(value, field)),
  slider: async ({ tab, at, deadline }, field, value) => {
    const slider = await waitForTarget(tab, refIn(at.frame, field.ref), 'enabled', deadline);
    const wanted = Number(toText(value, field));
    const problem = Number.isNaN(wanted)
      ? 'it takes a number'
      : await moveSlider(tab, slider, wanted, deadline);
    if (problem !== null) throw valueError(field, String(value), problem);
  },
  parts: async (filling, field, value) => {
    const problem = await fillParts(filling, field.ref, toText(value, field));
    if (problem !== null) throw valueError(field, String(value), problem);
  },
  popup: async (filling, field, value) => {
    const { tab, deadline } = filling;
    await press(filling, field.press);
    const text = toText(value, field);
    const problem = await pressOption(filling, text, Math.min(popupMs, deadline.leftMs));
    if (problem === null) return;
    // Closed again, so that it does not cover the next field.
    await tab.keyboard.press({ modifiers: [], key: { key: 'Escape', code: 'Escape', keyCode: 27 } });
    throw valueError(field, text, problem);
  },
};

const suggestionsMs = 1_000;
const popupMs = 2_000;

async function typeText(filling: Filling, field: FormField, value: Value): Promise<TypedField> {
  const { tab, at, deadline, signal } = filling;
  const ready = await waitForTarget(tab, refIn(at.frame, field.ref), 'enabled', deadline);
  const text = toText(value, field);
  const entered = await enterText(tab, ready, { text, clear: true, delay: 0 }, signal);
  if (entered === null) throw valueError(field, text, 'it accepts no text');
  return { at: ready, wanted: entered.wanted };
}

async function setChecked(filling: Filling, field: FormField, wanted: boolean): Promise<void> {
  if (field.checked === wanted) return;
  await press(filling, field.press);
  if (await becomes(filling, field.ref, wanted)) return;
  throw new CommandError(
    'target/not-editable',
    `The ${field.on} was clicked, but it is still ${wanted ? 'not checked' : 'checked'}.`,
    'Look at it with browser_get_accessibility_tree: the page may want something else first.',
  );
}

async function pickRadio(filling: Filling, field: FormField, value: string): Promise<void> {
  const { tab, at } = filling;
  const picked = await tab.frames.call(at.frame, 'pickRadio', { by: 'ref', ref: field.ref }, value);
  if ('problem' in picked) throw valueError(field, value, picked.problem);
  await press(filling, picked.ref);
  if (await becomes(filling, picked.ref, true)) return;
  throw valueError(field, value, 'it was clicked and is still not chosen');
}

/** Presses the option when it appears. Returns what there is instead when it does not. */
async function pressOption(filling: Filling, value: string, ms: number): Promise<string | null> {
  const { tab, at, deadline } = filling;
  const latest = performance.now() + ms;
  for (;;) {
    const found = await tab.frames.call(at.frame, 'findOption', value);
    if ('ref' in found) {
      await press(filling, found.ref);
      return null;
    }
    if (deadline.isOver || performance.now() >= latest) return found.problem;
    await deadline.pause(100, tab.frames.call(at.frame, 'nextChange', 100));
  }
}

async function press({ tab, at, deadline }: Filling, ref: string): Promise<void> {
  const { point } = await waitForTarget(tab, refIn(at.frame, ref), 'clickable', deadline);
  deadline.throwIfCancelled();
  await tab.mouse.click(point, { button: 'left', clickCount: 1, delayMs: 0, modifiers: [] });
}

/** A page may check it some animation frames after the click, and a covered window has few of these. */
async function becomes({ tab, at, deadline }: Filling, ref: string, wanted: boolean): Promise<boolean> {
  for (let round = 0; round < 30; round++) {
    const target = { by: 'ref', ref } as const;
    const checked = await tab.frames.call(at.frame, 'isFieldChecked', target).catch(() => null);
    if (checked === wanted) return true;
    await deadline.pause(50);
  }
  return false;
}

const isBoolean = (value: string): boolean => /^(?:true|false)$/i.test(value);

function toBoolean(value: Value, field: FormField): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && isBoolean(value)) return value.toLowerCase() === 'true';
  throw valueError(field, String(value), 'it takes true or false');
}

function toText(value: Value, field: FormField): string {
  if (typeof value === 'string') return value;
  throw valueError(field, String(value), 'it takes a text');
}

function valueError({ on }: FormField, value: string, why: string): CommandError {
  return new CommandError(
    'target/not-editable',
    `${JSON.stringify(value)} cannot be filled into the ${on}: ${why}.`,
    'Pass a value that it takes.',
  );
}
