/** Arguments that refer to the result of an earlier step: `$0.tab_id`, `$2.openedTabs.0.tab_id`. */
import { invalidArgumentsError } from '../../errors.ts';

const reference = /^\$(\d+)((?:\.\w+)+)$/;

/** Only a whole string can be a reference: text to type may contain dollar signs. */
export function resolveReferences(value: unknown, results: readonly unknown[]): unknown {
  if (typeof value === 'string') return resolveReference(value, results);
  if (Array.isArray(value)) return value.map((each) => resolveReferences(each, results));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, resolveReferences(each, results)]),
  );
}

function resolveReference(text: string, results: readonly unknown[]): unknown {
  const [, step, path = ''] = reference.exec(text) ?? [];
  if (step === undefined) return text;
  if (Number(step) >= results.length)
    throw invalidArgumentsError(`"${text}" names a step that has not run before this one.`);
  const found = path
    .slice(1)
    .split('.')
    .reduce<unknown>((value, key) => ownValue(value, key), results[Number(step)]);
  if (found === undefined) throw invalidArgumentsError(`Step ${step} returned nothing at "${text}".`);
  return found;
}

function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
