import type { PostgresServer } from './postgres-server.ts';

export interface UnusableAddress {
  name: string;
  address: () => Promise<string> | string;
  /** What the refusal says, and what it tells the user to do. */
  message: RegExp;
  hint: RegExp;
}

/** Addresses of PostgreSQL that a store cannot be opened with. Passwords in them are `hidden`. */
export function unusableAddresses(server: () => PostgresServer): UnusableAddress[] {
  return [
    {
      name: 'no server',
      address: () => 'postgres://ada:hidden@127.0.0.1:1/team',
      message: /^postgres:\/\/ada@127\.0\.0\.1:1\/team\?project=.* cannot be reached: .*ECONNREFUSED/,
      hint: /host and port/,
    },
    {
      name: 'no such host',
      address: () => 'postgres://ada:hidden@nowhere.invalid/team?sslmode=disable',
      message: /cannot be reached/,
      hint: /host and port/,
    },
    {
      name: 'a wrong password',
      address: () => `postgres://postgres:hidden@127.0.0.1:${server().port}/postgres`,
      message: /refuses the password/,
      hint: /PGPASSWORD/,
    },
    {
      name: 'no such database',
      address: () => server().url('nothing_here'),
      message: /names a database that does not exist/,
      hint: /createdb/,
    },
    {
      name: 'a user who may create nothing',
      address: async () => {
        const database = await server().createDatabase();
        await server().query(`CREATE ROLE reader LOGIN PASSWORD 'hidden'`);
        return database.replace(/\/\/[^@]*@/, '//reader:hidden@');
      },
      message: /does not allow this to its user: permission denied/,
      hint: /GRANT CREATE ON DATABASE/,
    },
    {
      name: 'TLS where there is none',
      address: () => `${server().url()}?sslmode=require`,
      message: /offers no TLS/,
      hint: /sslmode=disable/,
    },
  ];
}
