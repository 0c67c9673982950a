import { describe, expect, it } from 'vitest';

import { startProxied, startProxy } from '../testing/proxied.ts';

import { openUpstream } from './upstream.ts';

describe('a dev server that does not answer', () => {
  it('is explained by a page that asks again, and to a script in JSON', async () => {
    const { server, ...gone } = await startProxied((_, response) => response.end());
    server.close();
    const { status, text, headers } = await gone.visit();
    expect([status, headers['x-annotate-dev']]).toEqual([502, 'no-answer']);
    expect(text).toContain(`No server answers at ${gone.upstream.origin} yet.`);
    expect(text).toContain('reloadWhenAnswered');
    const posted = await gone.visit('/', { method: 'POST', body: 'a=1' });
    expect(posted.text).toContain('Start your dev server');
    expect(posted.text).not.toContain('reloadWhenAnswered');
    expect(JSON.parse((await gone.fetch('/data')).text)).toMatchObject({ code: 'dev/no-answer' });
  });

  it('because its address is not known yet is waited for', async () => {
    const { visit } = await startProxy(() => null);
    expect((await visit()).text).toContain('has not printed an address yet');
  });

  it('because it speaks http and not https is explained', async () => {
    const { upstream } = await startProxied((_, response) => response.end());
    const wrong = await openUpstream(new URL(`https://localhost:${upstream.port}`), false);
    const { visit } = await startProxy(() => wrong);
    expect((await visit()).text).toContain('http or https');
  });

  it('that breaks off ends the answer at the browser, too', async () => {
    const { fetch } = await startProxied((_, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('half', () => response.destroy());
    });
    await expect(fetch()).rejects.toThrow(/aborted|hang up/);
  });
});
