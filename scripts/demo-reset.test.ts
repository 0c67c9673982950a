import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { temporaryCheckout } from './temporary-checkout.ts';

describe('demo:reset', () => {
  it('puts back the files a demo lists, and no others', () => {
    using checkout = temporaryCheckout({
      'demos/plain/reset': 'src\n',
      'demos/plain/src/price.html': 'committed',
      'demos/plain/package.json': 'committed',
    });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout.root, stdio: 'pipe' });
    git('init');
    git('add', '.');
    git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-m', 'demo', '--no-verify');
    checkout.write('demos/plain/src/price.html', 'changed by an agent');
    checkout.write('demos/plain/package.json', 'changed by a person');

    const { status } = reset(checkout.root);
    expect(status).toBe(0);
    expect(readFileSync(join(checkout.root, 'demos/plain/src/price.html'), 'utf8')).toBe('committed');
    expect(readFileSync(join(checkout.root, 'demos/plain/package.json'), 'utf8')).toBe('changed by a person');
  });

  it('says so when there is no demo', () => {
    using checkout = temporaryCheckout({});
    expect(reset(checkout.root)).toMatchObject({
      status: 1,
      stderr: 'There is no demo in demos/: nothing to reset.\n',
    });
  });
});

const reset = (root: string) =>
  spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), 'demo-reset'], { encoding: 'utf8' });
