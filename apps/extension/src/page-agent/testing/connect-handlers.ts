/** Lets the page agent ask about handlers in a test, as the driver does in a tab. */
import type {} from '@vitest/browser-playwright';
import { cdp } from 'vitest/browser';

import { answerAboutHandlers } from '../../driver/main-world.ts';
import { questionNode } from '../handlers.ts';

declare global {
  var listenersOf: Parameters<typeof answerAboutHandlers>[0] | undefined;
}

export async function connectHandlers(): Promise<void> {
  const session = cdp();
  const { frameTree } = await session.send('Page.getFrameTree');
  const own = frameTree.childFrames?.find(({ frame: { url } }) => url === location.href)?.frame.id;
  const contexts: { id: number; auxData?: Record<string, unknown> }[] = [];
  const note = ({ context }: { context: (typeof contexts)[number] }): void => void contexts.push(context);
  session.on('Runtime.executionContextCreated', note);
  await session.send('Runtime.enable');
  session.off('Runtime.executionContextCreated', note);
  const context = contexts.find(
    ({ auxData }) => auxData?.['frameId'] === own && auxData?.['isDefault'] === true,
  );
  if (context === undefined) throw new Error('The world of the test is not there.');
  await session.send('Runtime.evaluate', {
    expression: 'globalThis.listenersOf = getEventListeners; 0',
    contextId: context.id,
    includeCommandLineAPI: true,
  });
  await session.send('Runtime.disable');
  if (globalThis.listenersOf === undefined) throw new Error('The browser has no getEventListeners.');
  answerAboutHandlers.call(questionNode(), globalThis.listenersOf);
}
