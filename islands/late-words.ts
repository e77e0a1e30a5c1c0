import { callServer } from './call.ts';
import { csrfToken } from './csrf.ts';

/**
 * A page was left before the server had answered what it kept, and this page may be older than that: it is brought there
 * once more, which changes nothing where it has arrived, and shown. Of another login it is forgotten.
 */
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
