import { createHash } from 'node:crypto';
import { styleSheet as sheetIn, testPage } from '../test-page.tsx';
import type { SimulatedEvent } from './books.ts';
import type { SimulatedCall } from './simulator.ts';

export const styleSheet = `${sheetIn({
  light: `--ground: #f3efe9; --paper: #fff; --ink: #231a12; --soft: #63564a; --line: #d8cdc1; --strong: #8b7a69;
  --accent: #8a3d00; --accent-ink: #fff; --tint: #f7ece2; --sign: #ffd54a; --sign-ink: #2b2200; --bad: #a8201a;
  --bad-soft: #fdecea;`,
  dark: `--ground: #17120d; --paper: #231c16; --ink: #f5eee7; --soft: #c8bbae; --line: #4a3f35; --strong: #a39181;
  --accent: #ffb77c; --accent-ink: #2b1500; --tint: #33261a; --sign: #e9bd2f; --sign-ink: #211900; --bad: #ffb4ab;
  --bad-soft: #3a1a18;`,
})}
main { max-inline-size: 60rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; inline-size: 100%; font-size: .875rem; }
caption { text-align: start; font-weight: 650; padding-block-end: .5rem; }
th, td { text-align: start; padding: .35rem .6rem .35rem 0; border-block-end: 1px solid var(--line); vertical-align: top; }
`;
export const stylePath = `style-${createHash('sha256').update(styleSheet).digest('hex').slice(0, 12)}.css`;

const texts = {
  de: {
    title: 'Zeitnehmung zum Ausprobieren',
    sign: 'Testsystem, spielt RACE RESULT',
    people: 'Wen sie kennt',
    none: 'Noch niemand.',
    calls: 'Die letzten Aufrufe',
    event: 'Veranstaltung',
  },
  en: {
    title: 'A timing system to try',
    sign: 'Test system, plays RACE RESULT',
    people: 'Who it knows',
    none: 'Nobody yet.',
    calls: 'The latest calls',
    event: 'Event',
  },
};

const shown = [
  'Bib',
  'Firstname',
  'Lastname',
  'Sex',
  'DateOfBirth',
  'Nation',
  'Club',
  'Contest',
  'Status',
  'PaidEntryFee',
];
const most = 200;

/** Data and calls, for inspection. */
export function inspectionPage(props: {
  prefix: string;
  events: readonly SimulatedEvent[];
  calls: readonly SimulatedCall[];
  accepts: string;
}): Response {
  const lang = /^\s*en\b/i.test(props.accepts) ? 'en' : 'de';
  const t = texts[lang];
  const html = testPage({
    lang,
    title: t.title,
    sign: t.sign,
    style: `${props.prefix}/_sim/${stylePath}`,
    children: (
      <>
        <h1>{t.title}</h1>
        {props.events.map((event) => (
          <section className="box scroll" key={event.id}>
            <table>
              <caption>{`${t.event} ${event.id} · ${t.people} (${event.participants.length})`}</caption>
              <thead>
                <tr>
                  {shown.map((field) => (
                    <th key={field} scope="col">
                      {field}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {event.participants.slice(-most).map((one) => (
                  <tr key={one.ID}>
                    {shown.map((field) => (
                      <td key={field}>{one[field] ?? ''}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            {event.participants.length === 0 ? <p className="soft">{t.none}</p> : null}
          </section>
        ))}
        <section className="box scroll">
          <table>
            <caption>{t.calls}</caption>
            <tbody>
              {props.calls
                .slice(-most)
                .toReversed()
                .map((call, at) => (
                  <tr key={`${call.at} ${props.calls.length - at}`}>
                    <td>{call.at.slice(11, 19)}</td>
                    <td>{call.command}</td>
                    <td>{call.bib}</td>
                    <td>{call.status || '–'}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      </>
    ),
  });
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  });
}
