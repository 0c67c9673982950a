/** Sends a comment from the composer to the hub. */
import { type MatchedRule, mentionsIn, randomUuid, writeRequest } from '@annotate-mcp/core';

import { cleanLine } from '../capture/clean-line.ts';
import { selectAddressees } from '../state/people.ts';
import { groupAnnotations } from '../state/select.ts';
import type { Compose } from '../state/state.ts';
import { readPageFacts } from '../window/page-facts.ts';

import { applySent, isApplicable } from './apply-wish.ts';
import type { CommandDeps, SendAs } from './commands.ts';
import { composePayload } from './compose-payload.ts';
import { describeSent } from './describe-sent.ts';
import { confirmName, notify } from './notify.ts';
import { takePictures } from './take-pictures.ts';

/** `asked` is the composer as it was when the person sent it. The state has `sending` until the comment is in the outbox. */
export async function sendComment(deps: CommandDeps, asked: Compose, askedAs: SendAs): Promise<void> {
  const { container, connection, tracker } = deps;
  // What the person tries while the page is looked at is told after that. Nothing is awaited here otherwise: a page note
  // or a comment on a text reaches the outbox in the task of the key, because the page may be unloading.
  const settled = deps.trials.open?.settled() ?? null;
  if (settled !== null) await settled;
  const { mode } = container.get();
  const compose = mode.name === 'annotate' ? mode.compose : asked;
  const as = askedAs === 'apply' && !isApplicable(compose.wishes, compose.text) ? 'now' : askedAs;
  // What was tried by hand says what should change.
  const text = compose.text.trim() === '' ? writeRequest(compose.wishes) : compose.text;
  if (text === '') {
    container.dispatch({ type: 'compose:failed', problem: 'Say in a few words what should change.' });
    return;
  }
  const id = randomUuid();
  confirmName(container.get(), connection.rename);
  // Before the picture, which takes time: the app may navigate meanwhile.
  const page = readPageFacts();
  const { target } = compose;
  const styleRules = target.kind === 'picked' ? await styleRulesOf(target.picked[0].element, deps) : [];
  const { pictures, problem } = await takePictures(compose);
  const written = {
    id,
    text,
    ...(compose.consoleErrors && { consoleErrors: deps.consoleTail.rawLines().map(cleanLine) }),
    steps: compose.steps,
    wishes: compose.wishes,
    mentions: mentionsIn(text, selectAddressees(container.get())),
    blurred: compose.pictures.some(
      ({ isScreenshot, isBlurred }) => isScreenshot === true && isBlurred === true,
    ),
  };
  if (target.kind === 'picked') tracker.remember(id, target.picked[0].element);
  connection.create(composePayload(target, { ...written, styleRules }, page), {
    draft: as !== 'now',
    ...(pictures !== null && { pictures }),
  });
  deps.trials.open?.keep(id, container);
  // What is sent is not kept for the next time.
  container.dispatch({ type: 'compose:change', change: () => ({ pictures: [] }) });
  container.dispatch({ type: 'compose:done' });
  if (as === 'apply') {
    await applySent(deps, id);
    return;
  }
  const drafts = groupAnnotations(container.get(), 'all').drafts.length;
  const notice = as === 'now' ? describeSent(container.get(), 1) : `In the batch: ${drafts} to send.`;
  const more = as === 'now' ? { sent: { id } } : {};
  if (problem === null) notify(container.dispatch, notice, 'success', more);
  else notify(container.dispatch, `${notice} Without a picture: ${problem}`, 'problem', more);
}

/** Loaded with the first comment. Without the dev server there are none. */
async function styleRulesOf(element: Element, { config }: CommandDeps): Promise<MatchedRule[]> {
  try {
    const { readMatchingRules } = await import('../capture/matching-rules.ts');
    return await readMatchingRules(element, config);
  } catch {
    // A style sheet of the page, or a connection that is lost, must not keep a comment from being sent.
    return [];
  }
}
