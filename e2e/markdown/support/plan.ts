/** The file that is reviewed. Lines are named by what they say: `lineOf`. */
export const plan = `# Launch plan

We ship the **new importer** in May. The old one is switched off a week later.

## Risks

The old server may not last until then.

- [ ] Ask the vendor
- [x] Order spare disks

| step   | owner |
| ------ | ----- |
| import | Ada   |
| checks | Grace |

## Rollback

Keep the old importer warm for two weeks.
`;

/** 1-based. */
export function lineOf(words: string, text = plan): number {
  return text.slice(0, text.indexOf(words)).split('\n').length;
}
