// Hand-written: dnd-kit renders the list itself and its core has 42 kB; here the server renders the rows.
import { type ReactElement, useEffect, useState } from 'react';
import { callServer } from './call.ts';
import { arrangeRows } from './sortable/rows.ts';

export type SortableListProps = {
  form: string;
  hint: string;
  /** With `{name}`, `{place}` and `{count}`. */
  moved: string;
  saved: string;
  failed: string;
};

export default function SortableList(props: SortableListProps): ReactElement {
  const { form, hint, moved, saved, failed } = props;
  const [announcement, setAnnouncement] = useState('');
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const action = (document.getElementById(form) as HTMLFormElement | null)?.action;
    if (!action) return;
    let wanted: readonly string[] | null = null;
    let isSaving = false;
    // During a call only the newest order is queued.
    const save = async (ids: readonly string[]) => {
      wanted = ids;
      if (isSaving) return;
      isSaving = true;
      const { csrfToken } = await import('./csrf.ts');
      while (wanted) {
        const body = new URLSearchParams({ ids: wanted.join(' '), csrf: csrfToken() });
        wanted = null;
        const answer = await callServer(action, { method: 'POST', body });
        setHasFailed(answer?.status !== 204);
        if (answer?.status === 204) setAnnouncement((text) => (text.endsWith(saved) ? text : `${text} ${saved}`));
      }
      isSaving = false;
    };
    return arrangeRows(form, {
      moved: ({ name, place, count }) =>
        setAnnouncement(
          moved.replace('{name}', name).replace('{place}', String(place)).replace('{count}', String(count)),
        ),
      done: (ids) => void save(ids),
    });
  }, [form, moved, saved]);
  return (
    <>
      <p className="sort-hint small soft">{hint}</p>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <div role="alert">{hasFailed ? <p className="field-error">{failed}</p> : null}</div>
    </>
  );
}
