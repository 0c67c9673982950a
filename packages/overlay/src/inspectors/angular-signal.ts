/**
 * Reads an Angular signal without calling it. A call would subscribe the computation that is running, would throw
 * for a required input that was not set yet, and would run the app's code where the value is computed.
 */
import { isObject, read } from './foreign.ts';

/** `null` for what is no signal. */
export function readAngularSignal(given: object): { value: unknown } | null {
  const mark = Object.getOwnPropertySymbols(given).find(({ description }) => description === 'SIGNAL');
  if (mark === undefined) return null;
  const node = read(given, mark);
  if (!isObject(node) || !('value' in node)) return { value: '[signal]' };
  const { value } = node;
  if (typeof value === 'symbol') return { value: words[value.description ?? ''] ?? value };
  return { value: isCurrent(node) ? value : '[not computed yet]' };
}

/** The symbols that stand for a value where there is none. */
const words: Readonly<Record<string, string>> = {
  'InputSignalNode#UNSET': '[not set]',
  UNSET: '[not computed yet]',
  COMPUTING: '[not computed yet]',
  ERRORED: '[throws when read]',
};

/** A computed value is kept up to date while a template or an effect uses it. Other signals are set directly. */
function isCurrent(node: object): boolean {
  if (typeof read(node, 'computation') !== 'function') return true;
  return read(node, 'dirty') === false && read(node, 'consumers') !== undefined;
}
