import { angular } from './angular.ts';
import { attribute } from './attribute.ts';
import type { Inspector } from './inspector.ts';
import { react } from './react.ts';
import { svelte } from './svelte.ts';
import { vue } from './vue.ts';

/** Those who know a framework first: of two that are equally near, the earlier one is asked. */
export const inspectors = [react, vue, svelte, angular, attribute] as const satisfies readonly Inspector[];
