import { writeFileSync } from 'node:fs';
import { expect, test } from './support/test.ts';
const docs: Record<string, string> = {
  table: `| ${'cell | '.repeat(40)}\n|${' - |'.repeat(40)}\n${`| ${'cell | '.repeat(40)}\n`.repeat(500)}`,
};
for (const [name, extra] of Object.entries(docs))
  test(name, async ({ open, project, page, browser }) => {
    test.setTimeout(200_000);
    await project.write('a.md', `# A\n\nA calm sentence.\n\n${extra}`);
    const { view } = await open('a.md');
    await expect(view.document).toContainText('calm');
    await view.select('calm sentence');
    await view.frame.locator('[data-nga=comment]').click();
    await view.field.waitFor();
    await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel','blink','cc','v8'] });
    await page.keyboard.type('abc');
    await page.waitForTimeout(3000);
    writeFileSync('/tmp/h-trace.json', await browser.stopTracing());
    await page.screenshot({ path: `/tmp/h-${name}.png` });
  });
