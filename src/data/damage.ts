import type { Client } from './backup.ts';

/** What SQLite's integrity check reports; null when the database is intact. */
export async function damageOf(client: Client): Promise<string | null> {
  try {
    const [first] = (await client.execute('PRAGMA integrity_check(1)')).rows;
    const said = String(first?.integrity_check ?? 'no answer');
    return said === 'ok' ? null : said.replace(/\s+/g, ' ').slice(0, 200);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return error instanceof Error ? error.message.replace(/^\w+: /, '') : 'unreadable';
  }
}

/** Whether SQLite says that the file is no database or is malformed. */
export function isDamage(error: unknown): boolean {
  for (let e = error; typeof e === 'object' && e !== null; e = (e as { cause?: unknown }).cause) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(String((e as { code?: unknown }).code))) return true;
  }
  return false;
}
