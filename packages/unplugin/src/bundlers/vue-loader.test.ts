import { expect, it } from 'vitest';

import { createDevSession } from './dev-session.ts';
import { addToVueLoader } from './vue-loader.ts';

const added = { compilerOptions: { hoistStatic: false, nodeTransforms: [expect.any(Function) as unknown] } };

it('adds its transform to the options of vue-loader wherever its rule is, and keeps theirs', async () => {
  const own = () => undefined;
  const shared = { compilerOptions: { hoistStatic: true, nodeTransforms: [own] } };
  const plain: { loader: string; options?: unknown } = { loader: 'vue-loader' };
  const rules = [
    { test: /\.vue$/, ...plain, use: [plain] },
    { oneOf: [{ use: [{ loader: '/app/node_modules/vue-loader/dist/index.js', options: shared }] }] },
    { loader: 'css-loader', options: {} },
  ];
  await addToVueLoader(rules, createDevSession({}));
  expect(plain.options).toEqual(added);
  expect(shared.compilerOptions).toEqual({
    hoistStatic: true,
    nodeTransforms: [own, expect.any(Function) as unknown],
  });
  expect(rules[2]).toEqual({ loader: 'css-loader', options: {} });
});

it('leaves them as they are with sourceAttributes: false', async () => {
  const rule = { loader: 'vue-loader' };
  await addToVueLoader([rule], createDevSession({ sourceAttributes: false }));
  expect(rule).toEqual({ loader: 'vue-loader' });
});
