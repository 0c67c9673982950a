/** The pages of the extension on which the person answers and decides. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { startAgent } from './support/agent.ts';
import { test } from './support/person-test.ts';
import { expect, tabOf } from './support/test.ts';

test('permissions are listed and removed in the settings, which stops a command that runs', async ({
  agent,
  person,
  site,
  serving,
}) => {
  await person.decide({ sites: { [site.url]: { act: 'always' } } });
  const tab = tabOf(agent, await person.open(`${site.url}/forms`));
  const waiting = tab.do('browser_wait_for', { text: 'never', timeoutMs: 20_000 });
  await expect.poll(() => underWay(serving.url)).toBe(1);
  const settings = await person.openOwn('options.html');
  const host = new URL(site.url).host;
  await expect(settings.getByLabel(`Use: ${host}`)).toHaveValue('always');
  await settings.getByRole('button', { name: `Remove ${host}` }).press('Enter');
  expect((await waiting).text).toContain('took the permission back');
  await expect(settings.getByText('None yet.')).toBeVisible();
  await settings.getByLabel('Site that is never driven').fill('not a site');
  await settings.keyboard.press('Enter');
  await expect(settings.getByRole('alert')).toContainText('is not a site');
  await settings.getByLabel('Site that is never driven').fill('127.0.0.1');
  await settings.keyboard.press('Enter');
  await settings.getByRole('button', { name: 'Remove: 127.0.0.1' }).waitFor();
  await expectAccessible(settings);
  expect((await tab.do('browser_get_accessibility_tree')).text).toContain('never lets agents');
  await settings.getByRole('button', { name: 'Remove: 127.0.0.1' }).press('Enter');
  await settings.getByLabel('Allow everything').check();
  await tab.must('browser_get_accessibility_tree');
  await settings.getByLabel('Read only').press('Space');
  // A click that runs when the setting is stored is stopped, as any other command.
  await expect
    .poll(async () => (await tab.do('browser_click', { selector: 'button' })).text)
    .toContain('read-only mode');
  await settings.close();
});

test('questions of several agents wait for their turn, and can be read by everyone @full', async ({
  agent,
  person,
  site,
  serving,
}) => {
  await using other = await startAgent(serving.url, 'other\u202eagent');
  const first = agent.call('browser_create_tab', { url: `${site.url}/second` });
  const question = await person.question();
  const second = other.call('browser_create_tab', { url: `${site.elsewhere}/private` });
  await expect(question.getByText('1 more question')).toBeVisible();
  await expectAccessible(question);
  await person.answer('Not now');
  await expect(question.getByRole('heading')).toHaveText(
    `other⟨U+202E⟩agent wants to use ${new URL(site.elsewhere).host}`,
  );
  await person.answer('Not now');
  expect((await first).isError && (await second).isError).toBe(true);
});

test('where Chrome opens no popup, the question is in a window, which goes with the answer', async ({
  agent,
  person,
  site,
  chrome,
}) => {
  // As Chrome does while the person looks at another program.
  await chrome.inWorker(
    `globalThis.openPopup = chrome.action.openPopup; chrome.action.openPopup = () => Promise.reject(new Error('No window.')); 0`,
  );
  const reading = tabOf(agent, await person.open(`${site.url}/second`)).do('browser_get_accessibility_tree');
  const question = await person.question();
  expect(new URL(question.url()).search).toBe('?window');
  const closed = question.waitForEvent('close');
  await question.getByRole('button', { name: 'Allow once' }).click();
  await closed;
  expect((await reading).text).toContain('Second page');
  await chrome.inWorker(`chrome.action.openPopup = globalThis.openPopup; 0`);
});

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The answers are paler until they count, and turn darker in a transition.
    await expect(page.locator('[aria-disabled=true]')).toHaveCount(0);
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
}

async function underWay(url: string): Promise<number> {
  const health = (await (await fetch(`${url}/health`)).json()) as { commandsUnderWay: number };
  return health.commandsUnderWay;
}
