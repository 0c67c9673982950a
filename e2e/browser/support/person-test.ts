/** The browser test with a person who is asked, instead of one who has allowed everything. */
import { type Person, startPerson } from './person.ts';
import { test as browserTest } from './test.ts';

export const test = browserTest.extend<{ person: Person }>({
  person: async ({ chrome, connected: _ }, use) => {
    await using person = await startPerson(chrome);
    await use(person);
  },
});
