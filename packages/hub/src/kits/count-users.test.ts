import { expect, it } from 'vitest';

import { countUsers } from './count-users.ts';
import { readLinks } from './file-links.ts';

const count = (files: Record<string, string>) =>
  Object.fromEntries(
    countUsers(
      new Map(Object.entries(files).map(([path, text]) => [path, readLinks(text, path.endsWith('.vue'))])),
    ),
  );

const button = 'export function Button() {}\nexport type Size = 1;';

it.each([
  {
    name: 'relative imports, with and without an extension',
    files: {
      'src/ui/button.tsx': button,
      'src/a.tsx': "import { Button } from './ui/button'",
      'src/b/c.tsx': "import {\n  Button as Go,\n} from '../ui/button.tsx';",
      'src/d.tsx': "const Late = lazy(() => import('./ui/button'))",
    },
    used: { 'src/ui/button.tsx': 3 },
  },
  {
    name: 'aliases, by the end of the path',
    files: {
      'app/src/components/ui/button.tsx': button,
      'app/src/a.tsx': "import { Button } from '@/components/ui/button'",
      'app/src/b.vue': "import { Button } from '~/components/ui/button'",
      'app/src/c.svelte': "import { Button } from '$lib/components/ui/button'",
      'app/src/d.ts': "import { Button } from 'library/components/ui/button'",
    },
    used: { 'app/src/components/ui/button.tsx': 3 },
  },
  {
    name: "of two apps of a workspace, each one's own file",
    files: {
      'apps/one/ui/button.tsx': button,
      'apps/two/ui/button.tsx': button,
      'apps/one/page.tsx': "import { Button } from '@/ui/button'",
      'apps/two/page.tsx': "import { Button } from '@/ui/button'",
      'tools/page.tsx': "import { Button } from '@/ui/button'",
    },
    used: { 'apps/one/ui/button.tsx': 1, 'apps/two/ui/button.tsx': 1 },
  },
  {
    name: 'a file that passes on what others export',
    files: {
      'ui/button.tsx': button,
      'ui/card.tsx': 'export const Card = () => null;',
      'ui/Menu.vue': '',
      'ui/index.ts':
        "export * from './button';\nexport { Card } from './card';\nexport { default as Menu } from './Menu.vue';",
      'a.tsx': "import { Button } from './ui'",
      'b.tsx': "import { Card } from './ui/index'",
    },
    used: { 'ui/index.ts': 2, 'ui/button.tsx': 1, 'ui/card.tsx': 1, 'ui/Menu.vue': 2 },
  },
  {
    name: 'tags of Vue components that nobody imports',
    files: {
      'components/ui/AppButton.vue': '',
      'components/base/BaseCard.vue': '',
      'pages/a.vue': '<template><UiAppButton size="s" /><BaseCard>Hello</BaseCard></template>',
      'pages/b.vue': '<template><ui-app-button>Go</ui-app-button></template>',
    },
    used: { 'components/ui/AppButton.vue': 2, 'components/base/BaseCard.vue': 1 },
  },
  {
    name: 'components that a file gives something, not those that it only shows',
    files: {
      'ui/card.tsx': 'export const Card = 1;',
      'theme.tsx': 'export function ThemeSwitch() {}\nexport const useTheme = 1;',
      'Footer.vue': '',
      'a.tsx':
        "import { Card } from './ui/card'\nimport { ThemeSwitch } from './theme'\n<><Card key={id} /><ThemeSwitch /></>",
      'b.tsx':
        "import { Card as Box } from './ui/card'\nimport { ThemeSwitch, useTheme } from './theme'\n<><Box\n  onClick={() => 1}\n/><ThemeSwitch></ThemeSwitch></>",
      'c.tsx': "import { Card } from './ui/card'\nimport { useTheme } from './theme'\nlist({ icon: Card })",
      'd.astro':
        "---\nimport { ThemeSwitch } from './theme'\nimport { Card } from './ui/card'\n---\n<ThemeSwitch client:load />{a && <Card />}<Card>Hi</Card>",
      'e.vue':
        '<script setup>import Footer from "./Footer.vue"</script><template><Footer v-if="a > 1" /></template>',
      'f.vue':
        '<script setup>\nimport Footer from "./Footer.vue"\n</script><template><Footer :links="[]" /></template>',
      'g.ts': "import store, { /* all, of */ Card, type Size } from './ui/card'",
    },
    used: { 'ui/card.tsx': 4, 'Footer.vue': 1 },
  },
  {
    name: 'no tests, no stories, no types and not itself',
    files: {
      'ui/button.tsx': `${button}\nimport { Size } from './button'`,
      'ui/button.test.tsx': "import { Button } from './button'",
      'ui/button.stories.tsx': "import { Button } from './button'",
      'a.tsx': "import type { Size } from './ui/button'",
    },
    used: {},
  },
])('counts $name', ({ files, used }) => {
  expect(count(files)).toEqual(used);
});
