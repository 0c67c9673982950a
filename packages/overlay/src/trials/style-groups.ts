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
