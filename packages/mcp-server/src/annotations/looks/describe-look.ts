/** A look as text for a model: one line for each fact. Strings of the page are quoted, so that they add no lines. */
import { type ElementLook, nameTag, type SourceLocation } from '@annotate-mcp/core';

export function describeLook(look: ElementLook): string {
  const { element, selector, pageUrl, pageTitle, viewport, scroll, box, text, attributes, styles } = look;
  const lines = [
    `${nameTag({ text, ...element })}${element.role === undefined ? '' : `, role ${element.role}`}, at ${selector}`,
    `page: ${pageUrl} ${JSON.stringify(pageTitle)}, ${size(viewport)}, scrolled to ${point(scroll)}`,
    `box: ${size(box)} at ${point(box)} of the page`,
    look.invisibleBecause === undefined ? 'visible: yes' : `visible: no, ${look.invisibleBecause}`,
    ...writtenLines(look),
    `text: ${JSON.stringify(text)}`,
    `attributes: ${JSON.stringify(attributes)}`,
    `styles: ${describeStyles(styles)}`,
    look.consoleErrors.length === 0
      ? 'console: no errors or warnings'
      : `console: ${JSON.stringify(look.consoleErrors)}`,
    'outline:',
    ...look.outline.split('\n').map((line) => `  ${line}`),
  ];
  return lines.map((line) => line.replace(/[\r\n\u2028\u2029]+/g, ' ')).join('\n');
}

function writtenLines({ component, sourceLocation }: ElementLook): string[] {
  const lines = sourceLocation === undefined ? [] : [`written at: ${locationText(sourceLocation)}`];
  if (component === undefined) return lines;
  const { name, file, line, templateFile, inputs } = component;
  const template = templateFile === undefined ? '' : `, template ${templateFile}`;
  const where = line === undefined ? file : `${file}:${line}`;
  return [...lines, `component: ${name}, ${where}${template}`, `inputs: ${JSON.stringify(inputs)}`];
}

function locationText({ file, line, column }: SourceLocation): string {
  return `${file}:${line}:${column}`;
}

function size({ width, height }: { width: number; height: number }): string {
  return `${round(width)} × ${round(height)}`;
}

function point({ x, y }: { x: number; y: number }): string {
  return `${round(x)}, ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function describeStyles(styles: Record<string, string>): string {
  return Object.entries(foldSides(styles))
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
}

const sides = ['top', 'right', 'bottom', 'left'] as const;

/** `padding: 1px 2px 1px 2px` instead of four properties, where all four sides are there. */
function foldSides(styles: Record<string, string>): Record<string, string> {
  const folded = { ...styles };
  for (const pattern of ['margin-*', 'padding-*', 'border-*-width', 'border-*-style', 'border-*-color']) {
    const names = sides.map((side) => pattern.replace('*', side));
    const values = names.map((name) => styles[name]);
    if (values.includes(undefined)) continue;
    for (const name of names) Reflect.deleteProperty(folded, name);
    const isOne = new Set(values).size === 1;
    folded[pattern.replace('-*', '')] = isOne ? (values[0] ?? '') : values.join(' ');
  }
  return folded;
}
