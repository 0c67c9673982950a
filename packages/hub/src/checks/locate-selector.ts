import { literal } from './literal.ts';

/** Source of a locator. Playwright finds elements in open shadow roots by itself; frames have to be entered. */
export function locateSelector(selector: string, text?: string): string {
  const parts = selector.split(' >>> ');
  const filter = text === undefined ? '' : `, { hasText: ${literal(text)} }`;
  return parts.reduce((found, part, index) => {
    const isLast = index === parts.length - 1;
    const entered = !isLast && /(?:^|[\s>])iframe(?:[#.:[]\S*)?$/i.test(part) ? '.contentFrame()' : '';
    return `${found}.locator(${literal(part)}${isLast ? filter : ''})${entered}`;
  }, 'page');
}
