import { SlackError } from '../slack-error.ts';
import { viewJson } from '../views.ts';
import type { CallArgs } from './call-args.ts';
import type { Method } from './method.ts';

const viewOf = (args: CallArgs): unknown => args.json('view', 'invalid_arguments');

export const open: Method = ({ views, triggers }, args) => {
  const userId = triggers.exchange(args.required('trigger_id'));
  return Promise.resolve({ view: viewJson(views.open(userId, viewOf(args))) });
};

export const push: Method = ({ views, triggers }, args) => {
  const userId = triggers.exchange(args.required('trigger_id'));
  return Promise.resolve({ view: viewJson(views.push(userId, viewOf(args))) });
};

export const update: Method = ({ views }, args) => {
  const viewId = args.text('view_id');
  const externalId = args.text('external_id');
  const hash = args.text('hash');
  if (viewId === undefined && externalId === undefined) {
    throw new SlackError('invalid_arguments', ['[ERROR] either view_id or external_id is needed']);
  }
  const updated = views.update(
    {
      ...(viewId !== undefined && { viewId }),
      ...(externalId !== undefined && { externalId }),
      ...(hash !== undefined && { hash }),
    },
    viewOf(args),
  );
  return Promise.resolve({ view: viewJson(updated) });
};
