import { callServer } from './call.ts';
import { csrfToken } from './csrf.ts';

/** Resends autosaves that were unanswered when their page was left. Dropped after another login. */
export async function bringLateWords(entry: string): Promise<void> {
  const [action = '', text] = entry.split(' ');
  const body = new URLSearchParams(text);
  if (body.get('csrf') === (await csrfToken())) {
    const answer = await callServer(action, { method: 'POST', body, headers: { accept: 'application/json' } });
    if (!answer) return;
    const event = action.split('/').slice(0, 3).join('/');
    if (answer.ok && location.pathname.startsWith(`${event}/`)) location.reload();
  }
  if (sessionStorage.typed === entry) sessionStorage.typed = '';
}
