/** The page of one question as HTML. What an agent wrote is escaped; what happens on the page is page-script.ts. */
import { type DiffLine, diffLinesOf, type FileDiff } from '@annotate-mcp/core';

import { type Asked, type AskedOption, ownCommandId, readLink } from './asked.ts';
import { formHtml, formStyle } from './form/form-html.ts';
import { type Html, html, raw } from './html.ts';
import { pageScript } from './page-script.ts';
import { visible } from './visible.ts';

export interface PageSecrets {
  /** What an answer must show. */
  readonly token: string;
  /** What the policy of the page allows to run. */
  readonly nonce: string;
}

export function questionHtml(asked: Asked, { token, nonce }: PageSecrets): string {
  const { title, agentName, command, text, files = [], diffs = [], fields = [], options } = asked;
  const isSettings = asked.kind === 'settings';
  const link = asked.link === undefined ? null : readLink(asked.link);
  const others = files.filter(({ file }) => diffs.every((diff) => diff.file !== file));
  const offered = options.filter(({ disabled }) => disabled !== true);
  const missing = options.filter(({ disabled }) => disabled === true);
  const content = html`<main>
      <div class="content" data-token="${token}">
        ${agentName === undefined || isSettings ? none : html`<p class="agent">${visible(agentName)} asks</p>`}
        <h1>${visible(isSettings ? `Settings of ${agentName ?? 'the agent'}` : title)}</h1>
        ${text === undefined ? none : html`<p class="text">${visible(text)}</p>`}
        ${command === undefined ? none : html`<pre aria-label="Command" tabindex="0">${visible(command)}</pre>`}
        ${others.length === 0 ? none : filesHtml(others)} ${diffs.map((diff) => diffHtml(diff, asked.kind))}
        ${link === null ? none : linkHtml(link)}
        ${fields.length === 0 ? none : formHtml(fields, asked.fieldsTitle)}
        <div class="options ${asked.kind === 'start' ? '' : 'pinned'}" role="group" aria-label="Your answer">
          ${offered.map((option, index) => optionHtml(option, index, { link, hasFields: fields.length > 0 }))}
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

/** The whole address, and on a line of its own where it leads: a long address can hide that. */
function linkHtml(link: URL): Html {
  return html`<p class="host">Leads to <b>${visible(link.host)}</b></p>
    <pre aria-label="Address" tabindex="0">${visible(link.href)}</pre>`;
}

/** A diff of more lines than this is folded, except the one that a person agrees to. */
const mostOpenLines = 12;

function diffHtml({ file, patch }: FileDiff, kind: Asked['kind']): Html {
  const lines = withoutReturns(diffLinesOf(patch));
  const open = kind === 'apply' || lines.length <= mostOpenLines;
  return html`<details ${raw(open ? 'open' : '')}>
    <summary>${visible(file)} <span class="count">${String(lines.length)} lines</span></summary>
    <pre class="diff" tabindex="0">${lines.map(diffLineHtml)}</pre>
  </details>`;
}

/** Windows ends each line with a return, which is of no interest unless some of the lines have none. */
function withoutReturns(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isInFile = ({ kind, text }: DiffLine) => kind !== 'note' && !text.startsWith('\\');
  if (!lines.every((line) => !isInFile(line) || line.text.endsWith('\r'))) return lines;
  return lines.map((line) => ({ ...line, text: line.text.replace(/\r$/, '') }));
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

const fillIn = 'Fill in…';

// Until the script has seen that the page is visible, no option can be chosen.
function optionHtml(
  { id, name, kind, hint, takesFields = false, opensLink = false }: AskedOption,
  index: number,
  { link, hasFields }: { link: URL | null; hasFields: boolean },
): Html {
  const hintId = `hint-${index}`;
  const described = hint === undefined ? none : html` aria-describedby="${hintId}"`;
  const opens = opensLink && link !== null ? html` data-opens="${link.href}"` : none;
  const fills = takesFields && hasFields;
  return html`<div class="option">
    <button
      type="button"
      data-option="${id}"
      data-kind="${kind}"
      aria-disabled="true"
      ${described}
      ${opens}
      ${fills ? raw('data-fills') : none}
    >
      ${fills && kind !== 'choice' ? html`<span class="in-window">${visible(name)}</span><span class="in-frame">${fillIn}</span>` : visible(name)}
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

/** The same colours and sizes as the overlay (overlay/src/ui/tokens.ts), which this package does not import. */
const pageStyle = `
:root{color-scheme:light;--surface:#fff;--raised:#fafafa;--hover:#f1f1f3;--line:#e4e4e7;--line-strong:#8b8b95;--text:#18181b;--muted:#62626b;--added:#166534;--removed:#be123c;--accent:#3b82f6}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--surface:#18181b;--raised:#232327;--hover:#2c2c31;--line:#3a3a41;--line-strong:#77777f;--text:#fafafa;--muted:#a6a6b0;--added:#86efac;--removed:#fda4af}}
*{box-sizing:border-box}
body{margin:0;font:13px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--text);background:var(--surface)}
main{height:100vh;overflow:auto;background:var(--surface)}
.content{max-width:640px;margin:0 auto;padding:12px}
.content>*{margin:0 0 8px}
.content>:last-child{margin-bottom:0}
h1{font-size:14px;line-height:1.4;overflow-wrap:anywhere}
.agent,.hint,.count,label{color:var(--muted);font-size:12px}
.text,.host{white-space:pre-wrap;overflow-wrap:anywhere}
pre,.files,details:not(.missing) summary,input{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:12px}
pre{padding:8px;border:1px solid var(--line);border-radius:6px;background:var(--raised);white-space:pre-wrap;overflow-wrap:anywhere}
.files{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:4px}
.files li{padding:1px 6px;border:1px solid var(--line);border-radius:6px;overflow-wrap:anywhere}
summary{cursor:pointer;overflow-wrap:anywhere}
.missing{font-size:12px;color:var(--muted)}
.missing ul{margin:4px 0 0;padding:0;list-style:none;display:grid;gap:4px}
.missing li{overflow-wrap:anywhere}
details pre{margin:4px 0 0}
ins,del{text-decoration:none}
ins{color:var(--added)}
del{color:var(--removed)}
.options{display:flex;flex-wrap:wrap;gap:8px}
/* The answers stay in view while the person reads what is asked. */
.pinned{position:sticky;bottom:0;margin-inline:-12px;padding:8px 12px;background:var(--surface);border-top:1px solid var(--line)}
.content:has(>.pinned){padding-bottom:4px}
.option{display:flex;flex-direction:column;gap:2px;max-width:100%}
button{font:inherit;font-weight:500;padding:6px 12px;min-height:32px;text-align:left;color:var(--text);background:var(--surface);border:1px solid var(--line-strong);border-radius:6px;cursor:pointer;overflow-wrap:anywhere}
button:hover{background:var(--hover)}
[data-waiting] button{opacity:.55;cursor:default}
button:focus-visible,input:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.row{display:flex;flex-wrap:wrap;gap:8px;margin-top:4px}
input{flex:1 1 200px;min-width:0;padding:6px 8px;color:var(--text);background:var(--surface);border:1px solid var(--line-strong);border-radius:6px}
[role=status]:empty{display:none}
@media (forced-colors:active){button{border:1px solid}}
${formStyle}`;
