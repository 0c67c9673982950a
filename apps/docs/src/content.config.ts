import { docsSchema } from '@astrojs/starlight/schema';
import { glob } from 'astro/loaders';
import { defineCollection } from 'astro:content';

type Collection = ReturnType<typeof defineCollection>;

const docs: Collection = defineCollection({
  loader: glob({ base: '.dev/pages', pattern: '**/*.md' }),
  schema: docsSchema(),
});

export const collections: { docs: Collection } = { docs };
