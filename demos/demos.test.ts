/** The demos are one app written five times: the suites in e2e/ run on each of them unchanged. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const demos = ['angular', 'react', 'vue', 'svelte', 'plain'];

const testIds = [
  ...['app', 'nav-shop', 'nav-orders', 'product-card', 'product-title', 'price-tag', 'add-to-cart'],
  ...['cart-count', 'broken-card', 'broken-title', 'panel', 'panel-note', 'secret-note', 'orders-scroll'],
  ...[
    'order-row',
    'order-customer',
    'open-checkout',
    'checkout-dialog',
    'checkout-email',
    'checkout-password',
    'toast',
  ],
  ...['show-toast', 'hover-menu-button', 'hover-menu', 'tooltip-button', 'tooltip', 'spinner'],
];

interface Case {
  testid: string;
  open?: string;
  componentFilePath: string;
  lineText: string;
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe.each(demos)('demos/%s', (demo) => {
  const sources = globSync('{*.html,src/**/*.{ts,tsx,vue,svelte,html}}', { cwd: join(root, 'demos', demo) })
    .map((file) => read(join('demos', demo, file)))
    .join('\n');

  it('has every test id once', () => {
    const found = [...sources.matchAll(/data-testid="([\w-]+)"/g)].map(([, id]) => id);
    const missing = testIds.filter((id) => found.filter((other) => other === id).length !== 1);
    expect(missing).toEqual([]);
  });

  it.each(['src/catalog.ts', 'src/harbor.css'])('has the same %s as the others', (file) => {
    expect(read(join('demos', demo, file))).toBe(read(join('demos/react', file)));
  });

  it('expects what is in its sources', () => {
    const cases = JSON.parse(read(`demos/${demo}/expected.json`)) as Case[];
    for (const { testid, open, componentFilePath, lineText } of cases) {
      expect(testIds).toContain(testid);
      if (open !== undefined) expect(testIds).toContain(open);
      expect(existsSync(join(root, componentFilePath)), componentFilePath).toBe(true);
      expect(sources.split(lineText)).toHaveLength(2);
    }
  });

  it('has the bug that people are shown, and the files that bring it back', () => {
    expect(sources).toContain('>Specail offer<');
    for (const path of read(`demos/${demo}/reset`).trim().split('\n')) {
      expect(existsSync(join(root, 'demos', demo, path)), path).toBe(true);
    }
  });
});
