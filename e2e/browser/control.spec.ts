/** The person sees what agents do in their browser, stops them, and keeps their passwords. */
import type { Chrome } from './support/chrome.ts';
import { openPopup } from './support/popup.ts';
import { expect, type TabOnSite, test } from './support/test.ts';

const isMarked = `document.querySelector('annotate-mcp-mark') !== null`;

test('a driven tab is marked in the page and on the button, and no agent sees the mark', async ({
  chrome,
  open,
  site,
}) => {
  const tab = await open('/forms');
  await expect.poll(() => tab.run(isMarked)).toBe(true);
  await expect.poll(() => badge(chrome, tab.id)).toBe('on');
  const overflow = await tab.run(
    `[innerWidth - document.documentElement.clientWidth, document.documentElement.scrollWidth > innerWidth]`,
  );
  expect(overflow).toEqual([0, false]);
  for (const options of [{}, { full: true }])
    expect((await tab.must('browser_get_accessibility_tree', options)).text).not.toContain('using this tab');
  // The second picture follows at once, the third one after the agent's pointer was shown.
  expect(await bluePixels(tab)).toBe(0);
  expect(await bluePixels(tab)).toBe(0);
  await tab.must('browser_hover', { selector: 'h1' });
  expect(await bluePixels(tab)).toBe(0);
  await tab.must('browser_navigate', { url: `${site.url}/second` });
  await expect.poll(() => tab.run(isMarked)).toBe(true);
});

/** How much of a new picture has the colour of the mark and of the pointer. */
async function bluePixels(tab: TabOnSite): Promise<unknown> {
  const { picture } = await tab.must('browser_screenshot', { format: 'png' });
  return tab.run(`const picture = await createImageBitmap(
    new Blob([Uint8Array.from(atob('${picture?.toString('base64')}'), (char) => char.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    canvas.drawImage(picture, 0, 0);
    const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
    let blue = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === 59 && data[at + 1] === 130 && data[at + 2] === 246) blue++;
    return blue`);
}

test('"Stop" on the mark takes the tab back, and neither a page nor a click of the agent presses it', async ({
  chrome,
  open,
  agent,
}) => {
  const tab = await open('/forms');
  await expect.poll(() => tab.run(isMarked)).toBe(true);
  await tab.run(`document.querySelector('annotate-mcp-mark').click(), typeof annotateStop`);
  // What the label covers can be clicked on: it makes way.
  await tab.run(`document.body.insertAdjacentHTML('beforeend',
    '<button id="low" style="position:fixed;bottom:8px;left:0;width:100%;height:32px" onclick="say(1)">Low</button>')`);
  await tab.must('browser_click', { selector: '#low' });
  expect(await tab.out()).toContain('1;');
  await pressStop(chrome, tab.id);
  await expect
    .poll(async () => (await tab.do('browser_click', { selector: '#low' })).text)
    .toContain(`took tab ${tab.id} back`);
  const { data } = await agent.call('browser_get_tabs');
  expect(data.tabs).toContainEqual(
    expect.objectContaining({ tab_id: tab.id, driven: false, takenBack: true }),
  );
  expect(await inPage(chrome, tab.id, isMarked)).toBe(false);
  await expect.poll(() => badge(chrome, tab.id)).toBe('');
});

test('"Stop everything" ends what runs, refuses the rest, and outlives the worker', async ({
  chrome,
  open,
  serving,
}) => {
  const tab = await open('/forms');
  const waiting = tab.do('browser_wait_for', { text: 'never', timeoutMs: 20_000 });
  await using popup = await openPopup(chrome);
  const { page } = popup;
  await expect(page.getByText('Alt+Shift+S')).toBeVisible();
  await page.getByRole('button', { name: 'Stop everything' }).press('Enter');
  const stopped = 'The person stopped all agents in this browser.';
  expect((await waiting).text).toContain(stopped);
  expect((await tab.do('browser_click', { selector: 'button' })).text).toContain(stopped);
  expect((await tab.do('browser_get_tabs')).text).toContain('Let agents work again');
  await expect.poll(() => badge(chrome, tab.id)).toBe('off');
  expect(await chrome.inPopup(`chrome.runtime.sendMessage({ type: 'popup:look' })`)).toMatchObject({
    driven: [],
  });
  expect(await inPage(chrome, tab.id, isMarked)).toBe(false);
  await chrome.killWorker();
  await page.reload();
  await expect.poll(() => serving.isConnected()).toBe(true);
  expect((await tab.do('browser_click', { selector: 'button' })).text).toContain(stopped);
  await popup.expectAccessible();
  await page.getByRole('button', { name: 'Let agents work again' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Stop everything' })).toBeVisible();
  await tab.must('browser_click', { selector: 'button' });
});

test('the popup says in words what the agent did, without what it typed into a password field @full', async ({
  chrome,
  open,
  serving,
}) => {
  const tab = await open('/forms');
  await tab.must('browser_type', { selector: '[name=email]', text: 'ada@b.test', clear: true });
  await tab.must('browser_type', { selector: '[name=password]', text: 'geheim', clear: true });
  await tab.must('browser_click', { selector: 'form button' });
  await tab.do('browser_click', { selector: '#none', timeoutMs: 0 });
  await using popup = await openPopup(chrome);
  const { page } = popup;
  const card = page.getByRole('region', { name: 'Controlled by your agent' }).getByRole('listitem').first();
  await expect(card.locator('.words').nth(0)).toHaveText(/^Could not click: Nothing on the page/);
  await expect(card.locator('.words').nth(1)).toHaveText('Clicked “Send”');
  await expect(card.locator('.words').nth(2)).toHaveText('Typed a secret into “Password”');
  await expect(card.locator('.words').nth(3)).toHaveText('Typed “ada@b.test” into “Email”');
  await expect(card.getByText('agent', { exact: true })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('geheim');
  await popup.expectAccessible();
  await chrome.killWorker();
  await page.reload();
  await expect(page.getByText('Typed a secret into “Password”')).toBeVisible();
  await expect.poll(() => serving.isConnected()).toBe(true);
});

test('no script, console line, request or snapshot gives an agent a password', async ({ open }) => {
  const tab = await open('/forms');
  const field = `document.querySelector('[name=password]')`;
  expect(await tab.run(`${field}.value`)).toBe('[redacted]');
  expect(await tab.run(`({ list: [...${field}.value], base64: btoa(${field}.value), n: 1 })`)).toEqual({
    list: '[redacted]',
    base64: '[redacted]',
    n: 1,
  });
  expect(
    (await tab.do('browser_execute_js', { code: `throw new Error('it is ' + ${field}.value)` })).text,
  ).toContain('it is [redacted]');
  // Cut off inside of the password, and out of a field that is empty afterwards.
  const cut = await tab.must('browser_execute_js', {
    code: `'x'.repeat(195) + ${field}.value`,
    maxChars: 200,
  });
  expect(cut.text).not.toContain('xhun');
  expect(
    await tab.run(
      `const { value } = ${field}; ${field}.value = ''; setTimeout(() => { ${field}.value = value }); return value`,
    ),
  ).toBe('[redacted]');
  await tab.run(`${field}.type = 'text', console.log('typed', ${field}.value), document.title = ${field}.value,
    void (await fetch('/api?say=' + encodeURIComponent('{"access_token":"abc","n":1}'),
      { method: 'POST', body: JSON.stringify({ p: ${field}.value }) }))`);
  expect((await tab.must('browser_get_accessibility_tree')).text).toContain('="[redacted]"');
  expect((await tab.must('browser_get_console')).text).toContain('typed [redacted]');
  const { data } = await tab.must('browser_get_network', { find: '/api' });
  const [request] = data.requests as { request_id: string }[];
  const { text } = await tab.must('browser_get_network', { request_id: request?.request_id });
  expect(text).toContain('[redacted]');
  expect(text).toContain('access_token');
  expect(text).not.toContain('abc');
  for (const tool of ['browser_get_accessibility_tree', 'browser_get_console', 'browser_get_network'])
    expect((await tab.must(tool)).text).not.toContain('hunter2');
});

function badge(chrome: Chrome, tabId: number): Promise<string> {
  return chrome.inWorker(`chrome.action.getBadgeText({ tabId: ${tabId} })`);
}

/** As the browser's own tools do it: the agent's are not asked. */
async function inTarget<T>(chrome: Chrome, tabId: number, work: (session: string) => Promise<T>): Promise<T> {
  const targetId = await chrome.inWorker<string>(
    `chrome.debugger.getTargets().then((all) => all.find((each) => each.tabId === ${tabId}).id)`,
  );
  const { sessionId } = await chrome.cdp.send('Target.attachToTarget', { targetId, flatten: true });
  try {
    await chrome.cdp.send('Target.activateTarget', { targetId });
    return await work(String(sessionId));
  } finally {
    await chrome.cdp.send('Target.detachFromTarget', { sessionId });
  }
}

function inPage(chrome: Chrome, tabId: number, expression: string): Promise<unknown> {
  return inTarget(chrome, tabId, async (session) => {
    const { result } = await chrome.cdp.send(
      'Runtime.evaluate',
      { expression, returnByValue: true },
      session,
    );
    return (result as { value: unknown }).value;
  });
}

interface DomNode {
  backendNodeId: number;
  attributes?: string[];
  children?: DomNode[];
  shadowRoots?: DomNode[];
}

async function pressStop(chrome: Chrome, tabId: number): Promise<void> {
  await inTarget(chrome, tabId, async (session) => {
    const { root } = await chrome.cdp.send('DOM.getDocument', { depth: -1, pierce: true }, session);
    const find = (node: DomNode): DomNode | undefined =>
      node.attributes?.[1] === 'stop'
        ? node
        : [...(node.children ?? []), ...(node.shadowRoots ?? [])]
            .map(find)
            .find((each) => each !== undefined);
    const stop = find(root as DomNode);
    const { model } = await chrome.cdp.send(
      'DOM.getBoxModel',
      { backendNodeId: stop?.backendNodeId },
      session,
    );
    const [left = 0, top = 0] = (model as { content: number[] }).content;
    const at = { x: left + 5, y: top + 5, button: 'left', clickCount: 1 };
    await Promise.all(
      ['mouseMoved', 'mousePressed', 'mouseReleased'].map((type) =>
        chrome.cdp.send('Input.dispatchMouseEvent', { type, ...at }, session),
      ),
    );
  });
}
