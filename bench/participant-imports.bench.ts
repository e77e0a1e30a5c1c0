import { call, loginByCode, mustBe, newCompetition } from '#tests/support/crowd.ts';
import { startServer } from '#tests/support/server.ts';
import type { Bench, Row } from './support/rows.ts';

const [people, rounds] = [1000, 5];
/** Above this, a list of 1,000 lines takes longer than a person waits for it. */
const goalSeconds = 5;

const listOf = (round: number): string =>
  [
    'Vorname;Nachname;Geburtsdatum;Geschlecht;E-Mail',
    ...Array.from(
      { length: people },
      (_, at) => `Zoë;Läufer ${round} ${at};${(at % 28) + 1}.05.1990;w;zoe${round}-${at}@club.example`,
    ),
  ].join('\r\n');

/** A list of 1,000 people over HTTP: decided line by line, and booked as one order. */
export default {
  name: 'participant-imports',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0' } });
    try {
      const admin = await loginByCode(server, 'admin@startblock.example');
      const { eventId } = await newCompetition(server, admin, people * (rounds + 1), {
        paymentInAdvancePossible: true,
      });
      const base = `/api/admin/events/${eventId}/participant-imports`;
      const times = { preview: [] as number[], booking: [] as number[] };
      const timed = async <T>(of: keyof typeof times, run: () => Promise<T>): Promise<T> => {
        const began = performance.now();
        const done = await run();
        times[of].push((performance.now() - began) / 1000);
        return done;
      };
      for (let round = 0; round < rounds; round++) {
        const form = new FormData();
        form.set('file', new File([listOf(round)], 'list.csv'));
        const headers = { cookie: admin.cookie, 'x-csrf-token': admin.csrf };
        const body = await timed('preview', async () => {
          const answer = await fetch(server.url + base, { method: 'POST', headers, body: form });
          return (await answer.json()) as { import: { id: number; counts: { new: number } } };
        });
        if (body.import.counts.new !== people) throw new Error(`${body.import.counts.new} of ${people} lines are new`);
        const payer = { email: 'club@club.example', contactAddress: { firstName: 'Vera', lastName: 'Verein' } };
        const applied = await timed('booking', () =>
          call(
            server,
            'POST',
            `${base}/${body.import.id}/apply`,
            { payer, payment: 'transfer', sendTickets: false },
            admin,
          ),
        );
        mustBe(201, applied);
      }
      const slowest = Math.max(...times.preview, ...times.booking);
      if (slowest > goalSeconds) throw new Error(`1,000 lines took ${slowest} s`);
      const row = (what: string, values: number[]): Row => ({
        ...{ what, unit: 's', better: 'lower' },
        value: Math.max(...values),
        note: `slowest of ${rounds}; goal ${goalSeconds} s`,
      });
      return [row('1,000 lines decided', times.preview), row('1,000 people booked as one order', times.booking)];
    } finally {
      await server.stop();
    }
  },
} satisfies Bench;
