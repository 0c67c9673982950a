import { afterEach, expect, it } from 'vitest';

import { allRendered, closePanel, openPanel } from '../document/testing/panel-page.ts';

afterEach(closePanel);

async function shown(text: string): Promise<HTMLElement> {
  return allRendered(openPanel(text).panel);
}

it('labels the check box of a task with its text, without nested tasks', async () => {
  const element = await shown('- [x] Agree on the *scope*\n  - [ ] Ask legal\n- [ ] ![](x.png)\n');
  const names = [...element.querySelectorAll('input')].map(({ ariaLabel }) => ariaLabel);
  expect(names).toEqual(['Agree on the scope', 'Ask legal', 'Task']);
});

it('makes only elements that scroll reachable with the keyboard', async () => {
  const wide = 'word '.repeat(200);
  const element = await shown(`\`\`\`\n${wide}\n\`\`\`\n\n\`\`\`\nshort\n\`\`\`\n`);
  const [long, short] = element.querySelectorAll('pre');
  await expect.poll(() => long?.tabIndex).toBe(0);
  expect(short?.hasAttribute('tabindex')).toBe(false);
});

it('lays a table out from right to left as a whole, numbers too', async () => {
  const element = await shown('| مزود | رسوم |\n|---|---|\n| ألفا | 1.2 |\n');
  const number = [...element.querySelectorAll('td')].at(-1);
  expect(element.querySelector('.table')?.getAttribute('dir')).toBe('rtl');
  expect(number && getComputedStyle(number).direction).toBe('rtl');
});
