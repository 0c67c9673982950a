/** What an agent wants to know from the person, as the person gets it: a form, or an address that they visit. */
import {
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type ElicitationPropertySchema,
  RequestError,
} from '@agentclientprotocol/sdk';
import { z } from 'zod';

import {
  type Answer,
  type Asked,
  type AskedField,
  type Choice,
  longestText,
  readLink,
} from '@annotate-mcp/consent';
import { cleanName } from '@annotate-mcp/core';

import type { PermissionContext } from './permission.ts';

const most = { fields: 50, choices: 200, hint: 500, message: 4_000, address: 4_000, id: 200 };

const options = {
  send: { id: 'send', name: 'Send', kind: 'allow_once', takesFields: true },
  open: { id: 'open', name: 'Open in a new tab', kind: 'allow_once', opensLink: true },
  decline: { id: 'decline', name: 'Decline', kind: 'reject_once' },
  cancel: { id: 'cancel', name: 'Cancel', kind: 'reject_once' },
} as const satisfies Record<string, Asked['options'][number]>;

/** Throws a `RequestError`, which the agent gets, for a form that cannot be shown and for an address that is not opened. */
export async function askElicitation(
  request: CreateElicitationRequest,
  context: PermissionContext,
  signal: AbortSignal,
): Promise<CreateElicitationResponse> {
  const answer = await context.ask(describeRequest(request, context), signal);
  if (signal.aborted) return { action: 'cancel' };
  switch (answer?.optionId) {
    case 'send':
      return { action: 'accept', content: contentOf(answer) };
    case 'open':
      return { action: 'accept' };
    case 'decline':
      return { action: 'decline' };
    default:
      return { action: 'cancel' };
  }
}

/** The title is shown in the annotated page as well, whose scripts can read it, so it has no details. */
function describeRequest(
  request: CreateElicitationRequest,
  { annotationId, agentName }: PermissionContext,
): Asked {
  const common = { kind: 'elicitation', annotationId, agentName } as const;
  const message = cut(request.message, most.message);
  const url = urlRequest.safeParse(request);
  if (url.success)
    return {
      ...common,
      title: 'Open a web page',
      text: message,
      link: checkedAddress(url.data.url),
      options: [options.open, options.decline, options.cancel],
    };
  const form = formRequest.safeParse(request);
  if (!form.success)
    throw refusal(
      `The mode "${cut(request.mode, 40)}" is not known, or its fields are not as the protocol has them.`,
    );
  const { title, description, properties, required } = form.data.requestedSchema;
  const { fields, leftOut } = readFields(properties, required ?? []);
  const texts = [message, cut(description ?? '', most.message), describeLeftOut(leftOut), readsIt(fields)];
  const heading = cleanName(title ?? '');
  return {
    ...common,
    title: 'Answer some questions',
    text: texts.filter((text) => text !== '').join('\n\n'),
    ...(fields.length > 0 && { fields }),
    ...(heading !== null && { fieldsTitle: heading }),
    options: [options.send, options.decline, options.cancel],
  };
}

const urlRequest = z.looseObject({ mode: z.literal('url'), url: z.string() });
const formRequest = z.looseObject({
  mode: z.literal('form'),
  requestedSchema: z.looseObject({
    title: z.string().nullish(),
    description: z.string().nullish(),
    properties: z.record(z.string(), z.custom<ElicitationPropertySchema>()),
    required: z.array(z.string()).nullish(),
  }),
});

function checkedAddress(address: string): string {
  const url = address.length > most.address ? null : readLink(address);
  if (url === null)
    throw refusal(
      'The address is not shown: it must begin with https:// or http://, without a user name, and be no longer than 4,000 characters.',
    );
  return url.href;
}

interface ReadFields {
  fields: AskedField[];
  /** Names of those that cannot be shown and need no answer. */
  leftOut: string[];
}

function readFields(
  properties: Readonly<Record<string, ElicitationPropertySchema>>,
  required: readonly string[],
): ReadFields {
  const names = Object.keys(properties);
  if (names.length > most.fields)
    throw refusal(`The form has ${names.length} fields; ${most.fields} are the most that are shown.`);
  const unknown = required.find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) throw refusal(`The field "${cut(unknown, 40)}" is required, but is not there.`);
  const leftOut: string[] = [];
  const fields = Object.entries(properties).flatMap(([name, property]) => {
    const isRequired = required.includes(name);
    const field = readField(name, property, isRequired);
    if (field !== null) return [field];
    if (isRequired)
      throw refusal(
        `The field "${cut(name, 40)}" is required, but cannot be shown: its type is not known, it has no choice, or too many.`,
      );
    leftOut.push(cleanName(name) ?? 'without a name');
    return [];
  });
  return { fields, leftOut };
}

const texts = z.looseObject({
  title: z.string().nullish().catch(null),
  description: z.string().nullish().catch(null),
});

/** `null` when it cannot be shown. */
function readField(name: string, property: ElicitationPropertySchema, required: boolean): AskedField | null {
  if (name.length > most.id) return null;
  const { title, description } = texts.parse(property);
  const hint = cut(description ?? '', most.hint);
  const named = {
    id: name,
    label: cleanName(title ?? '') ?? cleanName(name) ?? 'Without a name',
    ...(hint !== '' && { hint }),
    ...(required && { required }),
  };
  const kind = readKind(property);
  return kind === null ? null : { ...named, ...kind };
}

type Kind<Field = AskedField> = Field extends AskedField
  ? Omit<Field, 'id' | 'label' | 'hint' | 'required'>
  : never;

const count = z.int().nonnegative().nullish();
const titled = z.array(
  z.looseObject({ const: z.string(), title: z.string(), description: z.string().nullish().catch(null) }),
);
const bounds = {
  minimum: z.number().nullish(),
  maximum: z.number().nullish(),
  default: z.number().nullish(),
};
const known = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('string'),
    minLength: count,
    maxLength: count,
    pattern: z.string().max(most.hint).nullish(),
    format: z.enum(['email', 'uri', 'date', 'date-time']).nullish(),
    default: z.string().nullish(),
    enum: z.array(z.string()).nullish(),
    oneOf: titled.nullish(),
  }),
  z.looseObject({ type: z.literal('number'), ...bounds }),
  z.looseObject({ type: z.literal('integer'), ...bounds }),
  z.looseObject({ type: z.literal('boolean'), default: z.boolean().nullish() }),
  z.looseObject({
    type: z.literal('array'),
    minItems: count,
    maxItems: count,
    items: z.union([z.looseObject({ anyOf: titled }), z.looseObject({ enum: z.array(z.string()) })]),
    default: z.array(z.string()).nullish(),
  }),
]);
type Known<Type> = Extract<z.output<typeof known>, { type: Type }>;

function readKind(property: unknown): Kind | null {
  const read = known.safeParse(property);
  if (!read.success) return null;
  const { data } = read;
  switch (data.type) {
    case 'string':
      return readString(data);
    case 'number':
    case 'integer': {
      const { type, minimum, maximum, default: value } = data;
      return {
        type: 'number',
        isWhole: type === 'integer',
        ...given({ least: minimum, most: maximum, value }),
      };
    }
    case 'boolean':
      return { type: 'yes-no', ...given({ value: data.default }) };
    case 'array':
      return readChoices(data);
  }
}

function readString(data: Known<'string'>): Kind | null {
  const { minLength, maxLength, pattern, format, default: value } = data;
  const choices =
    data.oneOf !== null && data.oneOf !== undefined ? data.oneOf.map(choiceOf) : data.enum?.map(plainChoice);
  if (choices !== undefined)
    return isShowable(choices) ? { type: 'choice', choices, ...given({ value }) } : null;
  const longest = Math.min(maxLength ?? longestText, longestText);
  if ((minLength ?? 0) > longest) return null;
  return {
    type: 'text',
    ...given({ least: minLength, pattern, format, value: value?.slice(0, longestText) }),
    most: longest,
  };
}

function readChoices({ items, minItems, maxItems, default: value }: Known<'array'>): Kind | null {
  const choices =
    'anyOf' in items && titled.safeParse(items.anyOf).success
      ? titled.parse(items.anyOf).map(choiceOf)
      : z.array(z.string()).catch([]).parse(items.enum).map(plainChoice);
  if (!isShowable(choices) || (minItems ?? 0) > choices.length) return null;
  return { type: 'choices', choices, ...given({ least: minItems, most: maxItems, value }) };
}

function isShowable(choices: readonly Choice[]): boolean {
  return choices.length > 0 && choices.length <= most.choices;
}

function choiceOf(one: z.output<typeof titled>[number]): Choice {
  const hint = cut(one.description ?? '', most.hint);
  return { ...plainChoice(one.const), name: cleanName(one.title) ?? one.const, ...(hint !== '' && { hint }) };
}

function plainChoice(value: string): Choice {
  return { value, name: cleanName(value) ?? 'nothing' };
}

type Given<Values> = { [Key in keyof Values]?: NonNullable<Values[Key]> };

/** Without what an agent leaves out, or names as `null`. */
function given<Values extends object>(values: Values): Given<Values>;
function given(values: object): object {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}

function contentOf({ values = new Map() }: Answer): Record<string, string | number | boolean | string[]> {
  return Object.fromEntries(values);
}

function describeLeftOut(names: readonly string[]): string {
  return names.length === 0 ? '' : `Not asked here, because it cannot be shown: ${names.join(', ')}.`;
}

function readsIt(fields: readonly AskedField[]): string {
  return fields.length === 0 ? '' : 'The agent reads what you send: no passwords, no keys.';
}

function cut(text: string, longest: number): string {
  const trimmed = text.trim();
  return trimmed.length > longest ? `${trimmed.slice(0, longest - 1)}…` : trimmed;
}

function refusal(details: string): RequestError {
  return RequestError.invalidParams({ details });
}
