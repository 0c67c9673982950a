/** The fields of a question as HTML. What the page does with them is form-script.ts. */
import { type Html, html, raw } from '../html.ts';
import { visible } from '../visible.ts';

import { type AskedField, type Choice, longestText } from './field.ts';

const none = raw('');

/** In a frame, which takes no answer of this kind, only the names of the fields are shown. */
export function formHtml(fields: readonly AskedField[], title: string | undefined): Html {
  const labels = fields.map(({ label }) => label).join(', ');
  return html`<fieldset class="form">
      ${title === undefined ? none : html`<legend>${visible(title)}</legend>`} ${fields.map(fieldHtml)}
    </fieldset>
    <p class="form-note">In the window: ${visible(labels)}</p>`;
}

function fieldHtml(field: AskedField, index: number): Html {
  const { label, hint, type } = field;
  const name = html`${visible(label)}${canLack(field) ? html` <span class="hint">required</span>` : none}`;
  const control = controlHtml(field, index);
  const below = html`${
      hint === undefined
        ? none
        : html`<span class="hint" id="hint-of-${String(index)}">${visible(hint)}</span>`
    } <span class="problem" id="problem-of-${String(index)}" hidden></span>`;
  if (type === 'choices')
    return html`<fieldset class="field" data-field="${type}">
      <legend>${name}</legend>
      ${control} ${below}
    </fieldset>`;
  const labelHtml = html`<label for="field-${String(index)}">${name}</label>`;
  return html`<div class="field" data-field="${type}">
    ${
      type === 'yes-no'
        ? html`<span class="check">${control} ${labelHtml}</span>`
        : html`${labelHtml} ${control}`
    }
    ${below}
  </div>`;
}

/** Whether the person could leave out what is required. */
function canLack(field: AskedField): boolean {
  return field.required === true && field.type !== 'yes-no' && !(field.type === 'choice' && isChosen(field));
}

function isChosen({ choices, value }: AskedField & { type: 'choice' }): boolean {
  return choices.some((choice) => choice.value === value);
}

function controlHtml(field: AskedField, index: number): Html {
  const own = attributes(field, index);
  switch (field.type) {
    case 'text':
      return textHtml(field, own);
    case 'number':
      return html`<input
        ${own}
        inputmode="${field.isWhole ? 'numeric' : 'decimal'}"
        autocomplete="off"
        value="${field.value === undefined ? '' : String(field.value)}"
      />`;
    case 'yes-no':
      return html`<input ${own} type="checkbox" ${raw(field.value === true ? 'checked' : '')} />`;
    case 'choice':
      return selectHtml(field, own);
    case 'choices':
      return html`${field.choices.map(
        (choice, at) =>
          html`<label class="check">
            <input
              type="checkbox"
              data-choice="${String(at)}"
              ${raw(field.value?.includes(choice.value) === true ? 'checked' : '')}
            />
            <span>${visible(choice.name)}${choiceHint(choice)}</span>
          </label>`,
      )}`;
  }
}

function attributes({ hint, required }: AskedField, index: number): Html {
  const at = String(index);
  const described = hint === undefined ? `problem-of-${at}` : `hint-of-${at} problem-of-${at}`;
  return html`id="field-${at}" aria-describedby="${described}"
  ${required === true ? html`aria-required="true"` : none}`;
}

const types = { email: 'email', uri: 'url', date: 'date', 'date-time': 'text' } as const;
/** A field for more characters than this has room for several lines. */
const longestLine = 100;

function textHtml(field: AskedField & { type: 'text' }, own: Html): Html {
  const { value = '', most = longestText, format, pattern } = field;
  const limits = html`maxlength="${String(Math.min(most, longestText))}" autocomplete="off"
  ${pattern === undefined ? none : html`data-pattern="${pattern}"`}`;
  if (format === undefined && most > longestLine)
    // A line break at the start of a text area is not part of its text.
    return html`<textarea ${own} ${limits} rows="2">${raw('\n')}${value}</textarea>`;
  const type = format === undefined ? 'text' : types[format];
  return html`<input ${own} ${limits} type="${type}" spellcheck="false" value="${value}" />`;
}

const notChosen = '–';

function selectHtml(field: AskedField & { type: 'choice' }, own: Html): Html {
  const { choices, value, required } = field;
  // Nothing is chosen by default, unless the caller has said what.
  const empty = isChosen(field) && required === true ? none : html`<option value="">${notChosen}</option>`;
  const options = choices.map((choice, at) => ({ choice, option: optionHtml(choice, at, value) }));
  const groups = options.reduce<{ name: string | undefined; options: Html[] }[]>((before, one) => {
    const last = before.at(-1);
    if (last === undefined || last.name !== one.choice.group)
      return [...before, { name: one.choice.group, options: [one.option] }];
    last.options.push(one.option);
    return before;
  }, []);
  return html`<select ${own}>
    ${empty}
    ${groups.map(({ name, options: inside }) =>
      name === undefined ? html`${inside}` : html`<optgroup label="${visible(name)}">${inside}</optgroup>`,
    )}
  </select>`;
}

function optionHtml({ name, value, hint }: Choice, at: number, chosen: string | undefined): Html {
  const words = hint === undefined ? name : `${name} – ${hint}`;
  return html`<option value="${String(at)}" ${raw(value === chosen ? 'selected' : '')}>
    ${visible(words)}
  </option>`;
}

function choiceHint({ hint }: Choice): Html {
  return hint === undefined ? none : html` <span class="hint">${visible(hint)}</span>`;
}

export const formStyle = `
.form,.field{border:0;padding:0;margin:0;min-width:0}
.content>.form{display:grid;gap:10px;margin-bottom:12px}
.form>legend{font-weight:600;padding:0;margin-bottom:8px}
.field{display:flex;flex-direction:column;gap:4px}
.field>label,.field>legend{color:var(--text);padding:0;overflow-wrap:anywhere}
.field input,.field textarea,.field select{font:inherit;width:100%;flex:none;min-height:32px;padding:6px 8px;color:var(--text);background:var(--surface);border:1px solid var(--line-strong);border-radius:6px}
.field textarea{field-sizing:content;max-height:240px;resize:vertical}
.field input[type=checkbox]{width:16px;height:16px;min-height:0;margin:1px 0 0;accent-color:var(--accent)}
.check{display:flex;gap:8px;align-items:flex-start}
.check label,label.check{color:var(--text);font-size:13px;overflow-wrap:anywhere}
.problem{color:var(--removed);font-size:12px}
[aria-invalid=true]{border-color:var(--removed)!important}
.field :is(input,textarea,select):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.form-note,.in-frame{display:none}
[data-framed] .form{display:none}
[data-framed] .form-note{display:block;color:var(--muted)}
[data-framed] .in-window{display:none}
[data-framed] .in-frame{display:inline}
`;
