/** The styles that can be tried, as people call them. */

export interface StyleGroup {
  /** A CSS property; the shorthand where there are several parts. */
  readonly name: string;
  readonly label: string;
  /** What kind of values, and of tokens, it takes. */
  readonly scale: Scale;
  readonly parts: readonly string[];
}

export type Scale = 'space' | 'font' | 'radius' | 'ink' | 'surface';

const sides = ['top', 'right', 'bottom', 'left'];
const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'];

const groups: readonly StyleGroup[] = [
  { name: 'padding', label: 'Padding', scale: 'space', parts: sides.map((side) => `padding-${side}`) },
  { name: 'margin', label: 'Margin', scale: 'space', parts: sides.map((side) => `margin-${side}`) },
  { name: 'gap', label: 'Gap', scale: 'space', parts: ['row-gap', 'column-gap'] },
  { name: 'font-size', label: 'Font size', scale: 'font', parts: ['font-size'] },
  { name: 'color', label: 'Colour', scale: 'ink', parts: ['color'] },
  { name: 'background-color', label: 'Background', scale: 'surface', parts: ['background-color'] },
  {
    name: 'border-radius',
    label: 'Radius',
    scale: 'radius',
    parts: corners.map((corner) => `border-${corner}-radius`),
  },
];

export function isColour(scale: Scale): boolean {
  return scale === 'ink' || scale === 'surface';
}

/** Those that do something on this element. */
export function styleGroupsFor(element: Element): StyleGroup[] {
  const { display } = getComputedStyle(element);
  const hasGap = /flex|grid/.test(display);
  return groups.filter(({ name }) => name !== 'gap' || hasGap);
}

/** The parts of a shorthand, or the property itself. */
export function partsOf(name: string): readonly string[] {
  return groups.find((group) => group.name === name)?.parts ?? [name];
}

/** `top` of `padding-top`, `row` of `row-gap`. */
export function sideOf(part: string): string {
  return part.replace(/^(padding|margin|border)-|-(gap|radius)$/g, '').replace('-', ' ');
}

/** `12px 16px`, as in a style sheet: a value that follows from an earlier one is left out. */
export function joinParts(values: readonly string[]): string {
  const [top = '', right = top, bottom = top, left = right] = values;
  if (values.length === 2) return top === right ? top : `${top} ${right}`;
  if (right !== left) return `${top} ${right} ${bottom} ${left}`;
  if (top !== bottom) return `${top} ${right} ${bottom}`;
  return top === right ? top : `${top} ${right}`;
}

/** What the element has now. A margin may be `auto`, which its computed value hides. */
export function readStyle(element: Element, part: string): string {
  const written =
    part.startsWith('margin') && 'computedStyleMap' in element
      ? element.computedStyleMap().get(part)?.toString()
      : undefined;
  return written === 'auto' ? written : getComputedStyle(element).getPropertyValue(part);
}

/** `#3b82f6` instead of `rgb(59, 130, 246)`; `0px` for a gap that is not set. */
export function printStyle(computed: string, scale: Scale): string {
  if (!isColour(scale)) return computed === 'normal' ? '0px' : computed;
  if (/^rgba\(0, 0, 0, 0\)$/.test(computed)) return 'transparent';
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(computed)?.slice(1).map(Number);
  return parts === undefined ? computed : toHex(parts);
}

/** The value as CSS, or `null` when it is none for this property. A bare number is in pixels. */
export function parseStyle(part: string, typed: string): string | null {
  const text = typed.trim();
  const value = /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? `${text}px` : text;
  // The length is what a hub accepts.
  return value !== '' && value.length <= 200 && CSS.supports(part, value) ? value : null;
}

/** One more or less; ten times as much with Shift. A tenth of that in `rem` and `em`. */
export function stepStyle(value: string, direction: 1 | -1, isLarge: boolean): string | null {
  const [, number, unit = ''] = /^(-?[\d.]+)([a-z%]*)$/i.exec(value.trim()) ?? [];
  if (number === undefined) return null;
  const step = (isLarge ? 10 : 1) * (/^r?em$/i.test(unit) ? 0.1 : 1);
  const next = Number(number) + direction * step;
  return Number.isFinite(next) ? `${Math.round(next * 1_000) / 1_000}${unit === '' ? 'px' : unit}` : null;
}

/** For a field that knows only `#rrggbb`. */
export function toPickerColour(colour: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d');
  if (context === null) return '#000000';
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return toHex([...context.getImageData(0, 0, 1, 1).data].slice(0, 3));
}

function toHex(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
