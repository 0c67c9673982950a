/** Names that people choose: of projects, tokens and persons. They are shown to other people, in terminals and to agents. */
import { TeamError } from './errors.ts';

/** A project's name is part of addresses. */
export function requireProjectName(name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,62}$/.test(name)) return name;
  throw new TeamError(
    'team/bad-name',
    `${JSON.stringify(name.slice(0, 80))} cannot be the name of a project.`,
    {
      hint: 'Use 1 to 63 small letters, digits, ".", "_" or "-", beginning with a letter or digit.',
    },
  );
}

/** One line of at most 80 characters, without anything that changes how the text around it reads. */
export function requireShownName(name: string): string {
  const line = name.replace(/[\s\p{C}]+/gu, ' ').trim();
  if (line !== '' && Array.from(line).length <= 80) return line;
  throw new TeamError('team/bad-name', 'A name has 1 to 80 characters.', {
    hint: 'Pass another one with --name.',
  });
}

/** As browsers write the origin of a page: scheme, host, and the port if it is not the usual one. */
export function requireOrigin(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : null;
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
  if (parsed !== null && isWeb && text.replace(/\/$/, '') === parsed.origin) return parsed.origin;
  throw new TeamError('team/bad-name', `${JSON.stringify(text.slice(0, 200))} is not the origin of a page.`, {
    hint: 'Write it as browsers do, for example https://staging.example.com, without a path.',
  });
}
