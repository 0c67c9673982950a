import { angular } from './angular.ts';
import { attribute } from './attribute.ts';
import { componentAttribute } from './component-attribute.ts';
import type { Inspector } from './inspector.ts';
import { preact } from './preact.ts';
import { react } from './react.ts';
import { serverTemplate } from './server-template.ts';
import { solid } from './solid.ts';
import { svelte } from './svelte.ts';
import { vue } from './vue.ts';

/** Inspectors of frameworks come first: of two components at the same distance, the earlier inspector wins. */
export const inspectors = [
  react,
  vue,
  svelte,
  angular,
  preact,
  solid,
  attribute,
  componentAttribute,
  serverTemplate,
] as const satisfies readonly Inspector[];
