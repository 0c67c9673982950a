/** Apps as they are on GitHub, each at a commit, so that what is new is ours. */
export interface Repository {
  /** `owner/name` on GitHub. */
  readonly name: string;
  readonly commit: string;
  /** Where the app is, in a repository with several. */
  readonly app?: string;
}

export const repositories: readonly Repository[] = [
  { name: 'vercel/commerce', commit: '5542649d5b4700e80d2da9b40279af50bf451a75' },
  { name: 'withastro/starlight', commit: '3999be7cc18b41095d61e3b63d68ff3e6c6c050b', app: 'docs' },
  { name: 'satnaing/shadcn-admin', commit: 'a6352e7df0de652e4349f6bf53ca246de6ff013f' },
  { name: 'nuxt-ui-templates/dashboard', commit: '5411e7bad516a273c7673ce3d0ecfc850988c860' },
  { name: 'nuxt/movies', commit: '346b65591f6059916ba9383ec2baf08297c0e5fc' },
];
