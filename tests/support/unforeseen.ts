/** Preloaded by a test: SIGUSR2 throws an unexpected error, the second time the worst. */
import { DrizzleQueryError } from 'drizzle-orm/errors';

const said = process.env.SAID ?? '';
const failure = () =>
  new DrizzleQueryError(
    'insert into people values (?)',
    [said],
    new Error(`quoted: ${said}\n    at ${said} (${said}:1:1)`),
  );
let signals = 0;
process.on('SIGUSR2', () => {
  signals += 1;
  if (signals > 1) throw failure();
  console.error('a warning of a library', said, failure());
  console.log(said);
  void Promise.reject(failure());
});
