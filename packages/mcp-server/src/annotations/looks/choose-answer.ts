import {
  AnnotateError,
  type AskedPage,
  type LookAnswer,
  type PageLook,
  type Session,
} from '@annotate-mcp/core';

export interface ChosenAnswer {
  page: AskedPage;
  answer: PageLook & { found: true };
  /** What the agent should know about it. */
  notes: string[];
}

/** The answer of the page that a person sees, else of any that has the element. Throws what is known when none has. */
export function chooseAnswer(
  answers: readonly LookAnswer[],
  tabs: readonly Session[],
  subject: string,
): ChosenAnswer {
  const sessionIds = tabs.map(({ id }) => id);
  const pages = answers.flatMap((answer) => answer.pages);
  const found = pages
    .flatMap((page) => (page.answer?.found === true ? [{ page, answer: page.answer }] : []))
    .sort((a, b) => rank(a, sessionIds) - rank(b, sessionIds));
  const [first] = found;
  if (first === undefined) throw noAnswerError(answers, tabs, subject);
  return { ...first, notes: notesOn(first.answer, found.length) };
}

function rank({ page, answer }: Omit<ChosenAnswer, 'notes'>, sessionIds: readonly string[]): number {
  return (answer.hidden ? 100 : 0) + sessionIds.indexOf(page.sessionId);
}

function notesOn(answer: PageLook & { found: true }, tabs: number): string[] {
  const { hidden, matches, pictureFollows, look } = answer;
  return [
    ...(hidden
      ? ['The tab is in the background: the page may have stopped updating itself until it is shown again.']
      : []),
    ...(tabs > 1 ? [`${tabs} tabs show it; this is ${hidden ? 'the latest' : 'the one in front'}.`] : []),
    ...(matches > 1 ? [`The selector matches ${matches} elements; this is the first.`] : []),
    ...(pictureFollows === true ? ['The picture was not ready in time.'] : []),
    ...(look.pictureProblem === undefined ? [] : [`There is no picture: ${look.pictureProblem}`]),
  ];
}

function noAnswerError(
  answers: readonly LookAnswer[],
  tabs: readonly Session[],
  subject: string,
): AnnotateError {
  const pages = answers.flatMap((answer) => answer.pages);
  const missing = pages.flatMap(({ answer }) => (answer?.found === false ? [answer] : []));
  const [first] = missing;
  if (first !== undefined) return notOnPageError(first, subject);
  if (pages.some(({ gone }) => gone === true)) return goneError();
  if (pages.length === 0 && tabs.every(({ active }) => !active)) return closedError(tabs);
  if (pages.length > 0) return noReplyError();
  if (answers.some(({ visitors }) => visitors > 0)) return visitorsError();
  return noHubError();
}

function notOnPageError(
  { similar, hidden, problem }: PageLook & { found: false },
  subject: string,
): AnnotateError {
  if (problem === 'selector')
    return new AnnotateError(
      'arguments/invalid',
      `${subject} cannot be told: the browser cannot read that selector.`,
      {
        hint: 'Write a CSS selector, such as [data-testid="save"]. Steps into shadow roots and frames are written with " >>> " between them.',
      },
    );
  const listed = similar.map(({ selector, text }) => `${selector} (${JSON.stringify(text)})`).join(', ');
  const background = hidden ? ' The tab is in the background and may show an older state.' : '';
  const hint =
    problem === 'shadow'
      ? `It matches inside of a shadow root, which is reached step by step: ${listed}.`
      : listed === ''
        ? 'It may be shown only in another state of the page: ask the person to bring the page there, or look with another selector.'
        : `Similar elements: ${listed}. Look at one of them by its selector.`;
  return new AnnotateError('target/none', `${subject} is not on the page now.${background}`, {
    hint,
    quotesPage: listed !== '',
  });
}

function goneError(): AnnotateError {
  return new AnnotateError('look/no-answer', 'The tab was closed or reloaded before it could answer.', {
    hint: 'If your change made the page reload, try again now.',
  });
}

function closedError([tab]: readonly Session[]): AnnotateError {
  const page = JSON.stringify(tab?.url ?? '');
  return new AnnotateError('tab/none', `No open tab shows ${page} now: it was closed, or it reloads.`, {
    hint: `If your change made the page reload, try again. Otherwise ask the person to open ${page}.`,
    quotesPage: true,
  });
}

function noReplyError(): AnnotateError {
  return new AnnotateError('look/no-answer', 'The page did not answer within two seconds.', {
    hint: 'It is busy, stopped in a debugger, suspended by the browser, or was opened before annotate-mcp was updated. Try again; if that fails too, ask the person to bring the tab to the front or to reload it.',
  });
}

function visitorsError(): AnnotateError {
  return new AnnotateError('tab/forbidden', 'Only visitors from elsewhere have that page open.', {
    hint: 'Their pages are never looked at. Ask the person to open the page on this machine.',
  });
}

function noHubError(): AnnotateError {
  return new AnnotateError(
    'look/no-answer',
    'The dev server of that tab did not answer within two seconds.',
    {
      hint: 'It is busy, or runs an older release of annotate-mcp. Try again; if that fails too, ask the person to restart it.',
    },
  );
}
