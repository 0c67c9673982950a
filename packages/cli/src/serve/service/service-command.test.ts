import { describe, expect, it } from 'vitest';

import { serviceCommand } from './service-command.ts';

describe('what the service runs', () => {
  const least = {
    root: '/my shop',
    port: 3456,
    network: false,
    extensionIds: [],
    allowPrivateScripts: false,
  };

  it.each([
    { decided: least, words: ['--root=/my shop', '--port=3456'] },
    {
      decided: {
        ...least,
        port: 4000,
        store: 'json:a.json',
        network: true,
        extensionIds: ['x', 'y'],
        allowPrivateScripts: true,
        toolsets: ['browser'],
      },
      words: [
        '--root=/my shop',
        '--port=4000',
        '--store=json:a.json',
        '--network',
        '--extension-id=x,y',
        '--allow-private-scripts',
        '--toolsets=browser',
      ],
    },
  ])('is $words', ({ decided, words }) => {
    expect(serviceCommand(['/bin/node', '/bin.mjs'], decided)).toEqual([
      '/bin/node',
      '/bin.mjs',
      'serve',
      ...words,
    ]);
  });
});
