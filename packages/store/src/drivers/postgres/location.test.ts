import { describe, expect, it } from 'vitest';

import { readLocation } from './location.ts';

const root = '/home/ada/web shop';
const read = (location: string) => readLocation(location, root);

describe('the address of a PostgreSQL store', () => {
  it('names server, database, user, password and project', () => {
    const { address, project, schema, poolSize, direct } = read(
      'ada:p%40ss%2F@db.example:6432/team?project=shop',
    );
    expect(address).toMatchObject({
      host: 'db.example',
      port: 6432,
      database: 'team',
      user: 'ada',
      password: 'p@ss/',
    });
    expect({ project, schema, poolSize }).toEqual({ project: 'shop', schema: 'annotate', poolSize: 5 });
    expect(direct).toEqual(address);
  });

  it.each([
    ['ada:secret@db.example/team?project=shop', 'postgres://ada@db.example:5432/team?project=shop'],
    ['db.example/team', 'postgres://db.example:5432/team?project=web+shop'],
    ['ada:secret@[::1]/team?project=a&schema=b', 'postgres://ada@[::1]:5432/team?project=a&schema=b'],
    ['/team?host=/run/postgresql', 'postgres://:5432/team?host=%2Frun%2Fpostgresql&project=web+shop'],
    [
      'ada:secret@db.example/team?listen=ada:secret@b/team',
      'postgres://ada@db.example:5432/team?project=web+shop',
    ],
  ])('%s is shown without its password', (location, url) => {
    expect(read(location).url).toBe(url);
    expect(read(location).url).not.toContain('secret');
  });

  it.each([
    ['localhost/a', false],
    ['127.0.0.1/a', false],
    ['/a?host=/run', false],
    ['db.example/a', {}],
    ['db.example/a?sslmode=disable', false],
    ['db.example/a?sslmode=require', { rejectUnauthorized: false }],
    ['localhost/a?sslmode=verify-full', {}],
  ])('%s uses TLS as its mode and place say', (location, ssl) => {
    expect(read(location).address.ssl).toEqual(ssl);
  });

  it('may have another address for the connection that listens, which inherits the password', () => {
    const listen = encodeURIComponent('postgres://direct.example:5432/team');
    expect(read(`ada:secret@pooler.example:6432/team?listen=${listen}`).direct).toMatchObject({
      host: 'direct.example',
      port: 5432,
      user: 'ada',
      password: 'secret',
    });
    expect(read('pooler.example/team?listen=off').direct).toBeNull();
  });

  it.each([
    ['db.example', /names no database/],
    ['db.example/a?projct=b', /\?projct=, which is not known/],
    ['db.example/a?schema=Drop', /no name of a schema/],
    ['db.example/a?schema=a;b', /no name of a schema/],
    ['db.example/a?project=', /cannot name a project/],
    ['db.example/a?project=%00', /cannot name a project/],
    ['db.example/a?project=%20a', /cannot name a project/],
    ['db.example/a?pool=0', /no number of connections/],
    ['db.example/a?sslmode=maybe', /sslmode=maybe is not known/],
    ['db.example/a?sslrootcert=/nowhere.pem', /cannot be read/],
  ])('%s is refused', (location, message) => {
    expect(() => read(location)).toThrow(message);
  });
});
