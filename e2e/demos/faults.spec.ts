import type { Page } from '@playwright/test';

import { OverlayOnPage } from '../support/overlay.ts';
import { expect, test } from '../support/test.ts';

test.describe('when things go wrong', () => {
  test('a comment written while the dev server is away is sent when it returns, after a reload too', async ({
    page,
    overlay,
    server,
    allAnnotations,
  }) => {
    await page.goto(server.url);
    await overlay.ready();
    await overlay.inspect();
    await overlay.pointAt(page.getByTestId('broken-title'));
    await overlay.textarea.fill('Written before the crash');
    await server.stop();
    await expect(overlay.host).toHaveAttribute('data-connection', 'offline');
    await expect(overlay.textarea).toHaveValue('Written before the crash');
    await page.keyboard.press('Control+Enter');
    await expect(overlay.composer).toBeHidden();
    await expect(overlay.badge('pending')).toBeVisible();

    await server.start();
    await overlay.ready();
    await expect.poll(allAnnotations).toMatchObject([{ annotationText: 'Written before the crash' }]);
  });

  test(
    'a comment that could not be sent survives the reload of its page',
    { tag: '@full' },
    async ({ page, context, overlay, server, allAnnotations }) => {
      await page.goto(server.url);
      await overlay.ready();
      // The page can be loaded again, the socket cannot: a dev server that hangs.
      let away = true;
      await context.routeWebSocket(/__annotate/, (socket) => {
        if (away) void socket.close();
        else socket.connectToServer();
      });
      await page.reload();
      await overlay.commentOffline(page.getByTestId('broken-title'), 'Kept over a reload');
      await page.reload();
      await expect(overlay.badge('pending')).toBeVisible();
      expect(await allAnnotations()).toEqual([]);
      away = false;
      await overlay.ready();
      await expect.poll(allAnnotations).toMatchObject([{ annotationText: 'Kept over a reload' }]);
    },
  );

  test(
    '50 tabs at once see one comment and its answer',
    { tag: '@full' },
    async ({ context, server, store, allAnnotations }) => {
      test.slow();
      const pages: Page[] = [];
      for (let index = 0; index < 50; index += 1) {
        const page = await context.newPage();
        await page.goto(server.url, { waitUntil: 'commit' });
        pages.push(page);
      }
      const overlays = pages.map((page) => new OverlayOnPage(page, allAnnotations));
      await Promise.all(overlays.map((overlay) => overlay.ready()));
      expect((await store.sessions.list()).filter(({ active }) => active).length).toBeGreaterThanOrEqual(50);
      const [first, page] = [overlays[0], pages[0]];
      if (first === undefined || page === undefined) throw new Error('No page.');
      await page.bringToFront();
      await first.comment(page.getByTestId('broken-title'), 'Seen everywhere');
      await Promise.all(overlays.map((overlay) => expect(overlay.badge('pending')).toHaveCount(1)));
      expect(await allAnnotations()).toHaveLength(1);
    },
  );

  test('text that looks like markup is shown as text everywhere', async ({
    page,
    opened: overlay,
    store,
    allAnnotations,
  }) => {
    const script = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
    await overlay.comment(page.getByTestId('broken-title'), script);
    const [annotation] = await allAnnotations();
    await store.update(annotation?.id ?? '', (before) => ({
      ...before,
      replies: [
        {
          id: crypto.randomUUID(),
          author: 'agent',
          agentName: script,
          message: `${script} [link](javascript:window.hacked=1)`,
          createdAt: new Date().toISOString(),
        },
      ],
    }));
    await overlay.badge('pending').click();
    await expect(overlay.thread.locator('.nga-thread-request')).toContainText(script);
    await expect(overlay.thread.locator('.nga-reply--agent')).toContainText('onerror');
    await expect(overlay.thread.locator('img, script, a[href^="javascript"]')).toHaveCount(0);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });

  test(
    'a message of 20 MB and malformed ones are refused, and the page goes on',
    { tag: '@full' },
    async ({ page, opened: overlay, allAnnotations }) => {
      const closed = await page.evaluate(async () => {
        const socket = new WebSocket(`ws://${location.host}/__annotate`);
        await new Promise((resolve) => socket.addEventListener('open', resolve));
        for (const text of ['', '{', '[]', 'null', '{"type":"nope"}', '"x"']) socket.send(text);
        const code = new Promise<number>((resolve) =>
          socket.addEventListener('close', (event) => resolve(event.code)),
        );
        socket.send(JSON.stringify({ type: 'session:ping', url: 'x'.repeat(20_000_000) }));
        return code;
      });
      expect([1002, 1006, 1008, 1009]).toContain(closed);
      await overlay.comment(page.getByTestId('broken-title'), 'Still here');
      expect(await allAnnotations()).toHaveLength(1);
    },
  );

  test('a page of another origin can neither read nor write', async ({ page, server, allAnnotations }) => {
    const other = server.url.replace('localhost', '127.0.0.1');
    await page.goto(other);
    const answers = await page.evaluate(async (target) => {
      const read = await fetch(`${target}__annotate/api/annotations`).then(
        ({ status }) => status,
        () => 'refused',
      );
      const write = await fetch(`${target}__annotate/api/annotations`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: '{}',
      }).then(
        ({ status }) => status,
        () => 'refused',
      );
      const socket = await new Promise((resolve) => {
        const tried = new WebSocket(`${target.replace('http', 'ws')}__annotate`);
        tried.addEventListener('open', () => resolve('open'));
        tried.addEventListener('error', () => resolve('refused'));
      });
      return { read, write, socket };
    }, server.url);
    expect(answers).toEqual({ read: 'refused', write: 'refused', socket: 'refused' });
    expect(await allAnnotations()).toEqual([]);
  });
});
