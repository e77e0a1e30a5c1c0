/**
 * Responses while another process migrates: alive, but not ready. Does not use the database, whose tables may be half migrated.
 */
const retrySeconds = 10;

const page = `<!doctype html><html lang="de"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${retrySeconds}"><title>Startblock</title>
<body style="font:1.1rem/1.5 system-ui;max-width:34rem;margin:15vh auto;padding:0 1rem">
<h1>Gleich wieder da</h1><p>Wir spielen gerade ein Update ein. Die Seite lädt von selbst neu.</p>
<p lang="en">We’re installing an update. This page reloads by itself.</p></body></html>`;

export function answerWhileMigrating(request: Request): Response {
  const { pathname } = new URL(request.url);
  if (pathname === '/healthz') return new Response('ok');
  const isForPeople = pathname !== '/readyz' && (request.headers.get('accept') ?? '').includes('text/html');
  return new Response(isForPeople ? page : 'migrating', {
    status: 503,
    headers: {
      'retry-after': String(retrySeconds),
      'cache-control': 'no-store',
      'content-type': `text/${isForPeople ? 'html' : 'plain'}; charset=utf-8`,
    },
  });
}
