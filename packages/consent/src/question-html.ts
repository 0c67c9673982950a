/** The page of one question as HTML. What an agent wrote is escaped; what happens on the page is page-script.ts. */
import { type DiffLine, diffLinesOf, type FileDiff } from '@annotate-mcp/core';

import { type Asked, type AskedOption, ownCommandId } from './asked.ts';
import { html, type Html, raw } from './html.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import { showHiddenCharacters } from './visible-text.ts';

export interface PageSecrets {
  /** What an answer must show. */
  readonly token: string;
  /** What the policy of the page allows to run. */
  readonly nonce: string;
}

export function questionHtml(asked: Asked, { token, nonce }: PageSecrets): string {
  const { title, agentName, command, text, files = [], diffs = [], options } = asked;
  const others = files.filter(({ file }) => diffs.every((diff) => diff.file !== file));
  const offered = options.filter(({ disabled }) => disabled !== true);
  const missing = options.filter(({ disabled }) => disabled === true);
  const content = html`<main>
      <div class="content" data-token="${token}">
        ${agentName === undefined ? none : html`<p class="agent">${visible(agentName)} asks</p>`}
        <h1>${visible(title)}</h1>
        ${text === undefined ? none : html`<p class="text">${visible(text)}</p>`}
        ${command === undefined ? none : html`<pre aria-label="Command" tabindex="0">${visible(command)}</pre>`}
        ${others.length === 0 ? none : filesHtml(others)} ${diffs.map(diffHtml)}
        <div class="options ${asked.kind === 'start' ? '' : 'pinned'}" role="group" aria-label="Your answer">
          ${offered.map(optionHtml)}
        </div>
        ${asked.allowsCommand === true ? ownCommandHtml : none}
        ${missing.length === 0 ? none : missingHtml(missing, offered)}
        <p role="status"></p>
      </div>
    </main>
    <script nonce="${nonce}">
      ${raw(pageScript)};
    </script>`;
  return documentHtml(title, content, nonce);
}

export function goneHtml(nonce: string): string {
  const title = 'This question is gone';
  const content = html`<main>
    <div class="content">
      <h1>${title}</h1>
      <p class="text">It was answered already, or the program that asked has withdrawn it or has ended.</p>
    </div>
  </main>`;
  return documentHtml(title, content, nonce);
}

function documentHtml(title: string, content: Html, nonce: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${visible(title)}</title>
        <style nonce="${nonce}">
          ${raw(pageStyle)}
        </style>
      </head>
      <body>
        ${content}
      </body>
    </html> `.text;
}

function filesHtml(files: NonNullable<Asked['files']>): Html {
  const items = files.map(
    ({ file, line }) => html`<li>${visible(line === undefined ? file : `${file}:${line}`)}</li>`,
  );
  return html`<ul class="files" aria-label="Files">
    ${items}
  </ul>`;
}

/** A diff of more lines than this is folded. */
const mostOpenLines = 12;

function diffHtml({ file, patch }: FileDiff): Html {
  const lines = diffLinesOf(patch);
  const open = lines.length <= mostOpenLines;
  return html`<details ${raw(open ? 'open' : '')}>
    <summary>${visible(file)} <span class="count">${String(lines.length)} lines</span></summary>
    <pre class="diff" tabindex="0">${lines.map(diffLineHtml)}</pre>
  </details>`;
}

function diffLineHtml(line: DiffLine): Html {
  const text = `${visible(line.text)}\n`;
  switch (line.kind) {
    case 'added':
      return html`<ins>${text}</ins>`;
    case 'removed':
      return html`<del>${text}</del>`;
    case 'note':
      return html`<span class="count">${text}</span>`;
    case 'same':
      return html`<span>${text}</span>`;
  }
}

// Until the script has seen that the page is visible, no option can be chosen.
function optionHtml({ id, name, kind, hint }: AskedOption, index: number): Html {
  const hintId = `hint-${index}`;
  const described = hint === undefined ? none : html` aria-describedby="${hintId}"`;
  return html`<div class="option">
    <button type="button" data-option="${id}" data-kind="${kind}" aria-disabled="true" ${described}>
      ${visible(name)}
    </button>
    ${hint === undefined ? none : html`<span class="hint" id="${hintId}">${visible(hint)}</span>`}
  </div>`;
}

/** Folded while there is a choice without them. */
function missingHtml(missing: readonly AskedOption[], offered: readonly AskedOption[]): Html {
  const open = !offered.some(({ kind }) => kind === 'choice');
  const items = missing.map(
    ({ name, hint = '' }) => html`<li>${visible(name)} <span class="hint">${visible(hint)}</span></li>`,
  );
  return html`<details class="missing" ${raw(open ? 'open' : '')}>
    <summary>Not available here: ${visible(missing.map(({ name }) => name).join(', '))}</summary>
    <ul>
      ${items}
    </ul>
  </details>`;
}

const ownCommandHtml = html`<div class="own">
  <label for="command">Or a command of your own that speaks ACP</label>
  <div class="row">
    <input id="command" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="2000" />
    <button type="button" data-option="${ownCommandId}" data-kind="choice" aria-disabled="true">
      Start this command
    </button>
  </div>
</div>`;

const none = raw('');

function visible(text: string): string {
  return showHiddenCharacters(text);
}
