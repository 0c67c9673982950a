/**
 * What lists of many annotations are filtered, searched and sorted by, computed by PostgreSQL with each write: a writer
 * of an older release does not have to know of it. `activity`: the last change. `newsAt`, `newsBy`: the last words,
 * whose they are; `newsBy` is empty for an agent. `waits`: the author, while it is their turn. `text`: what is searched, in
 * small letters without accents. What jsonb cannot hold (a zero character, half of a surrogate pair) is replaced, and a
 * summary that cannot be made is empty: it must not keep a record from being written.
 */
export const summarySql = String.raw`
  CREATE FUNCTION $.summary_of(body text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $function$
  DECLARE
    stored jsonb;
    reply jsonb;
    news_at text;
    news_by text;
    waits boolean;
  BEGIN
    stored := regexp_replace(body, '\\u(0000|d[89a-f][0-9a-f]{2})', '\\ufffd', 'g')::jsonb;
    reply := stored -> 'replies' -> -1;
    news_at := coalesce(stored ->> 'sentAt', stored ->> 'createdAt');
    news_by := stored ->> 'authorId';
    waits := (stored ->> 'status' = 'resolved' AND NOT stored ? 'acceptedAt')
      OR (stored ->> 'status' = 'pending' AND stored ?| ARRAY['answeredAt', 'stoppedAt', 'undoneAt']);
    IF (reply ->> 'createdAt') COLLATE "C" >= news_at THEN
      news_at := reply ->> 'createdAt';
      news_by := coalesce(reply ->> 'authorId', '');
    END IF;
    IF (stored ->> 'resolvedAt') COLLATE "C" > news_at THEN
      news_at := stored ->> 'resolvedAt';
      news_by := '';
    END IF;
    RETURN jsonb_strip_nulls(jsonb_build_object(
      'activity', stored ->> 'updatedAt',
      'newsAt', news_at,
      'newsBy', news_by,
      'waits', CASE WHEN waits THEN stored ->> 'authorId' END,
      'authorName', stored ->> 'authorName',
      'assignee', CASE stored #>> '{assignee,type}'
        WHEN 'person' THEN stored #>> '{assignee,id}'
        WHEN 'agent' THEN 'agent ' || lower(stored #>> '{assignee,name}') END,
      'assigneeName', stored #>> '{assignee,name}',
      'text', $.comparable(left(concat_ws(E'\n',
        stored ->> 'annotationText',
        (SELECT string_agg(each ->> 'message', E'\n') FROM jsonb_array_elements(stored -> 'replies') AS each),
        stored ->> 'componentName', stored #>> '{element,name}', stored #>> '{element,text}',
        stored #>> '{anchor,quote}', stored #>> '{sourceLocation,file}', stored ->> 'componentFilePath',
        stored ->> 'pageUrl', stored ->> 'pageTitle', stored ->> 'path'), 100000))));
  EXCEPTION WHEN OTHERS THEN
    RETURN '{}';
  END $function$;
  ALTER TABLE $.annotations ADD COLUMN summary jsonb GENERATED ALWAYS AS ($.summary_of(body)) STORED;
  CREATE INDEX annotations_by_activity ON $.annotations
    (project, (coalesce(summary ->> 'activity', '') COLLATE "C"), id);
`;

/** The letters of a text without their accents, as both a text and what is searched in it are compared. */
export const comparableSql = String.raw`
  CREATE FUNCTION $.comparable(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
    SELECT lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g'))
  $function$;
`;
