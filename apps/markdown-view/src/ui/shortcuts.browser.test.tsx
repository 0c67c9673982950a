import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { plan } from '../testing/comments.ts';
import { mount, type Mounted, press, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

let server: PlayedServer;
let view: Mounted;

beforeEach(() => {
  server = new PlayedServer(plan);
});
afterEach(() => view.unmount());

describe('keys', () => {
  it('move through the comments, and Esc moves the focus back to the text', async () => {
    server.seed('first', 'One');
    server.seed('Nothing', 'Two');
    view = await mount(server);
    press(view.$('.document') ?? document.body, 'n');
    await until(() => document.activeElement === view.card('One'));
    press(document.activeElement ?? document.body, 'n');
    await until(() => document.activeElement === view.card('Two'));
    press(document.activeElement ?? document.body, 'p');
    await until(() => document.activeElement === view.card('One'));
    press(document.activeElement ?? document.body, 'r');
    await until(() => document.activeElement?.tagName === 'TEXTAREA');
    press(document.activeElement ?? document.body, 'Escape');
    await until(() => document.activeElement?.className === 'document');
  });

  it('are listed under ?, and letters can be turned off', async () => {
    view = await mount(server);
    press(document.body, '?');
    await until(() => view.$('dialog')?.textContent.includes('Next comment') ?? false);
    view.$('dialog input')?.click();
    view.button('Close').click();
    await until(() => view.$('dialog') === null);
    press(view.$('.document') ?? document.body, 'm');
    press(document.body, '?');
    expect(view.state.get().dialog).toBeNull();
    expect(server.mode).toBe('edit');
  });

  it('do not run while a text is typed', async () => {
    server.seed('first', 'One');
    view = await mount(server);
    await view.openCard('One');
    expect(press(view.field(), 'm').defaultPrevented).toBe(false);
    expect(server.mode).toBe('edit');
  });
});
