import { expect, test } from 'vitest';
import { answerWhileMigrating } from './while-migrating.ts';

test.each([
  ['/healthz', '*/*', 200, 'ok'],
  ['/readyz', '*/*', 503, 'migrating'],
  ['/api/events', 'application/json', 503, 'migrating'],
  ['/events/1', 'text/html,*/*', 503, 'Wir spielen gerade ein Update ein.'],
])('while an update runs %s (%s) is answered with %i', async (path, accept, status, said) => {
  const answer = answerWhileMigrating(new Request(`http://run.example${path}`, { headers: { accept } }));
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(said)]);
  if (status === 503)
    expect([answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual(['10', 'no-store']);
});
