/** The tables of the team server, step by step; every name that begins with `team_` is one of a table. A step that was released is never changed; new ones only add. */
export const migrations: readonly string[] = [
  `CREATE TABLE team_projects (
     name text PRIMARY KEY,
     origins text[] NOT NULL DEFAULT '{}',
     created_at timestamptz NOT NULL DEFAULT now()
   );
   CREATE TABLE team_members (
     id uuid PRIMARY KEY,
     project text NOT NULL REFERENCES team_projects (name),
     name text,
     email text,
     role text NOT NULL,
     issuer text,
     subject text,
     created_at timestamptz NOT NULL DEFAULT now(),
     deleted_at timestamptz,
     UNIQUE (project, issuer, subject)
   );
   CREATE UNIQUE INDEX members_by_email ON team_members (project, lower(email)) WHERE email IS NOT NULL;
   CREATE TABLE team_tokens (
     id uuid PRIMARY KEY,
     hash bytea NOT NULL UNIQUE,
     kind text NOT NULL,
     project text NOT NULL REFERENCES team_projects (name),
     name text NOT NULL,
     role text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz,
     last_used_at timestamptz,
     revoked_at timestamptz
   );
   CREATE TABLE team_invites (
     hash bytea PRIMARY KEY,
     member uuid NOT NULL REFERENCES team_members (id),
     created_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz NOT NULL,
     used_at timestamptz
   );
   CREATE TABLE team_sessions (
     id uuid PRIMARY KEY,
     hash bytea NOT NULL UNIQUE,
     created_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz NOT NULL,
     revoked_at timestamptz
   );
   CREATE TABLE team_session_members (
     session uuid NOT NULL REFERENCES team_sessions (id) ON DELETE CASCADE,
     member uuid NOT NULL REFERENCES team_members (id),
     PRIMARY KEY (session, member)
   );
   CREATE TABLE team_sign_ins (
     hash bytea PRIMARY KEY,
     project text NOT NULL,
     state text NOT NULL,
     nonce text NOT NULL,
     verifier text NOT NULL,
     expires_at timestamptz NOT NULL
   );
   CREATE TABLE team_events (
     n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     at timestamptz NOT NULL DEFAULT now(),
     project text NOT NULL,
     actor text NOT NULL,
     action text NOT NULL,
     subject text NOT NULL
   );
   CREATE INDEX events_by_project ON team_events (project, at);`,
  // `at` is a time as annotations have it, so that both are compared as texts.
  `CREATE TABLE team_seen (
     member uuid NOT NULL REFERENCES team_members (id) ON DELETE CASCADE,
     annotation text NOT NULL,
     at text COLLATE "C" NOT NULL,
     PRIMARY KEY (member, annotation)
   );`,
];
