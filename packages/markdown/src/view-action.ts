/** How an action of the view is defined: its schema gives the type of what the view sends and of what `run` gets. */
import { z } from 'zod';

export interface ViewActionOptions<Type extends string, Fields extends z.ZodRawShape, Target, Result> {
  type: Type;
  /** What the view sends besides `type`. */
  fields: () => Fields;
  run: (input: z.output<z.ZodObject<Fields>>, target: Target) => Promise<Result>;
}

export function defineViewAction<const Type extends string, Fields extends z.ZodRawShape, Target, Result>({
  type,
  fields,
  run,
}: ViewActionOptions<Type, Fields, Target, Result>) {
  let payload: z.ZodObject<Fields> | undefined;
  return {
    type,
    schema: () => z.object({ type: z.literal(type), ...fields() }),
    run: (input: unknown, target: Target) => {
      payload ??= z.object(fields());
      return run(payload.parse(input), target);
    },
  };
}

export function actionOfType<Action extends { type: string }>(
  actions: readonly Action[],
  type: Action['type'],
): Action {
  const found = actions.find((action) => action.type === type);
  if (found === undefined) throw new TypeError(`The view has no action "${type}".`);
  return found;
}
