import { ApplicationRef, Component, NgZone } from '@angular/core';
import type { Observable } from 'rxjs';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';

import { BridgeService } from './bridge-service';
import type { ComponentContext } from './inspector-service';
import { provideNgAnnotate } from './provide-ng-annotate';
import { online, hubOptions, patience, startApp, type Zone } from './testing/start-app';

@Component({ selector: 'app-root', template: '' })
class App {}

const context: ComponentContext = {
  componentName: 'Card',
  selector: 'app-card',
  componentFilePath: 'src/app/card.ts',
  inputs: {},
  domSnapshot: '<app-card></app-card>',
  componentTreePath: ['App'],
};

describe('the observables', () => {
  it('emit empty values first, then the values of the overlay', async () => {
    const { bridge } = await start();
    const connected = recorded(bridge.connected$);
    const session = recorded(bridge.session$);
    await online();
    expect(connected).toEqual([false, true]);
    expect(session).toEqual([null, expect.objectContaining({ active: true, url: location.href })]);
  });

  it('emit the latest value to a late subscriber', async () => {
    const { bridge } = await start();
    await online();
    expect(recorded(bridge.connected$)).toEqual([true]);
    expect(recorded(bridge.session$)).toEqual([expect.objectContaining({ url: location.href })]);
  });

  it('remove their listeners when the last subscriber has unsubscribed', async () => {
    const { bridge } = await start();
    await online();
    const overlay = globalThis.__ANNOTATE_OVERLAY__;
    if (overlay === undefined) throw new Error('There is no overlay.');
    const left = vi.fn();
    const join = vi.spyOn(overlay, 'subscribe').mockReturnValue(left);
    bridge.annotations$.subscribe().unsubscribe();
    expect(join).toHaveBeenCalled();
    expect(left).toHaveBeenCalledTimes(join.mock.calls.length);
  });

  it.each([
    { from: 'inside', inside: true },
    { from: 'outside', inside: false },
  ])('emit $from of the zone to subscribers there', async ({ inside }) => {
    const { app, bridge } = await start('zone');
    const zone = app.injector.get(NgZone);
    const heard: boolean[] = [];
    const listen = () => bridge.connected$.subscribe(() => heard.push(NgZone.isInAngularZone()));
    if (inside) zone.run(listen);
    else zone.runOutsideAngular(listen);
    await online();
    expect(heard).toEqual([inside, inside]);
  });

  it('emit only empty values without an overlay', async () => {
    const app = await startApp(App, []);
    const { session$, annotations$, connected$ } = app.injector.get(BridgeService);
    expect([recorded(session$), recorded(annotations$), recorded(connected$)]).toEqual([
      [null],
      [[]],
      [false],
    ]);
  });
});

describe('an annotation of the app', () => {
  it('is stored, replied to and withdrawn', async () => {
    const { bridge } = await start();
    const id = await bridge.createAnnotation({ ...context, annotationText: ' Bolder ' });
    if (id === null) throw new Error('It was not created.');
    const mine = () => lastOf(bridge.annotations$)?.find((one) => one.id === id);
    expect(mine()).toMatchObject({ status: 'pending', annotationText: 'Bolder' });

    expect(await bridge.replyToAnnotation(id, 'The heading')).toBe(true);
    expect(mine()?.replies).toMatchObject([{ author: 'user', message: 'The heading' }]);

    expect(await bridge.deleteAnnotation(id)).toBe(true);
    await vi.waitUntil(async () => (await stored(id))?.status === 'dismissed', patience);
    expect(await stored(id)).toMatchObject({ ...context, replies: [{ message: 'The heading' }] });
  });

  it('is refused with a blank text', async () => {
    const { bridge } = await start();
    await expect(bridge.createAnnotation({ ...context, annotationText: ' ' })).rejects.toThrow(
      /annotationText/,
    );
    await expect(bridge.replyToAnnotation('a', '')).rejects.toThrow(/message/);
  });

  it('is not created without an overlay', async () => {
    const bridge = (await startApp(App, [])).injector.get(BridgeService);
    expect(await bridge.createAnnotation({ ...context, annotationText: 'Bolder' })).toBeNull();
    expect([await bridge.replyToAnnotation('a', 'b'), await bridge.deleteAnnotation('a')]).toEqual([
      false,
      false,
    ]);
  });
});

async function start(zone?: Zone): Promise<{ app: ApplicationRef; bridge: BridgeService }> {
  const app = await startApp(App, [provideNgAnnotate(hubOptions())], zone);
  return { app, bridge: app.injector.get(BridgeService) };
}

function recorded<Value>(source: Observable<Value>): Value[] {
  const values: Value[] = [];
  const subscription = source.subscribe((value) => values.push(value));
  onTestFinished(() => subscription.unsubscribe());
  return values;
}

function lastOf<Value>(source: Observable<Value>): Value | undefined {
  return recorded(source).at(-1);
}

/** The annotation in the hub. */
async function stored(id: string): Promise<Annotation | undefined> {
  const response = await fetch(`${inject('hub')}/api/annotations`);
  // The hub's own tests check this shape.
  const { annotations } = (await response.json()) as { annotations: Annotation[] };
  return annotations.find((one) => one.id === id);
}
