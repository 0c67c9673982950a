/** Values of styles as people read and write them. */
import { isColour, type Scale } from './style-groups.ts';

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
