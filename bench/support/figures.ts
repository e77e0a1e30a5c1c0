/** Draws `bench/figures.svg`: each goal, and how near to it the newest figures of `bench/results.json` come. */
import type { Row } from './rows.ts';

export type Results = { results: { name: string; at?: string; rows: Row[] }[] };
type Goal = { bench: string; what: string; label: string; asked: number; text(value: number): string };

const number = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 1 ? 3 : value < 100 ? 1 : 0 });
const as = (unit: string) => (value: number) => `${number(value)}${unit}`;
const ofBare = as(' of bare');

/** What we ask of ourselves; a row of the results, by the name of its bench and its own. */
const goals: readonly Goal[] = [
  {
    bench: 'purchase',
    what: 'whole purchases, all mails and papers delivered',
    label: 'Whole purchases',
    asked: 40,
    text: as('/s'),
  },
  {
    bench: 'purchase',
    what: 'the same with scripts: four pages and their files, each field kept',
    label: 'The same with scripts',
    asked: 40,
    text: as('/s'),
  },
  { bench: 'purchase', what: 'mails with papers', label: 'Mails with papers', asked: 50, text: as('/s') },
  {
    bench: 'purchase',
    what: '/healthz meanwhile: 95 of 100 within',
    label: 'Others wait meanwhile',
    asked: 10,
    text: as(' ms'),
  },
  { bench: 'bookings', what: 'bookings / control', label: 'Bookings, 128 at a time', asked: 0.05, text: ofBare },
  { bench: 'sessions', what: 'event page / control', label: 'Event page, logged in', asked: 0.1, text: ofBare },
  { bench: 'sessions', what: 'home page / control', label: 'Home page, logged in', asked: 0.1, text: ofBare },
  { bench: 'sessions', what: "participants' step / control", label: 'Step of the booking', asked: 0.012, text: ofBare },
  { bench: 'sessions', what: 'my orders, 30 of them / control', label: 'My orders', asked: 0.008, text: ofBare },
  { bench: 'sessions', what: 'list of orders of an organizer / control', label: 'Orders', asked: 0.01, text: ofBare },
  { bench: 'sessions', what: 'one order of an organizer / control', label: 'One order', asked: 0.01, text: ofBare },
  { bench: 'sessions', what: 'one event of an organizer / control', label: 'One event', asked: 0.01, text: ofBare },
  { bench: 'pages', what: 'home page / control', label: 'Home page', asked: 0.85, text: ofBare },
  { bench: 'pages', what: 'event page / control', label: 'Event page', asked: 0.85, text: ofBare },
];

const [width, line, top, left, bar, right] = [800, 30, 64, 230, 300, 540];
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** An SVG of its own, in light and dark. A bar is full where the goal is met. */
export function drawFigures({ results }: Results): string {
  const shown = goals.flatMap((goal) => {
    const row = results.find(({ name }) => name === goal.bench)?.rows.find(({ what }) => what === goal.what);
    return row ? [{ ...goal, row }] : [];
  });
  const lines = shown.map(({ label, asked, text, row: { value, better } }, index) => {
    const share = Math.min(1, better === 'higher' ? value / asked : asked / value);
    const y = top + index * line;
    const isMet = share === 1;
    return [
      `<text x="${left - 12}" y="${y + 15}" text-anchor="end">${escaped(label)}</text>`,
      `<rect class="rest" x="${left}" y="${y}" width="${bar}" height="20" rx="3"/>`,
      `<rect class="${isMet ? 'met' : 'on'}" x="${left}" y="${y}" width="${Math.max(2, Math.round(share * bar))}" height="20" rx="3"/>`,
      `<text x="${right}" y="${y + 15}">${escaped(text(value))}<tspan class="soft"> · asked ${escaped(text(asked))}${isMet ? ' ✓' : ''}</tspan></text>`,
    ].join('\n');
  });
  const height = top + shown.length * line + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">How near to its goal each figure is</title>
<style>
text { font: 14px system-ui, sans-serif; fill: #1c2430 }
.soft { fill: #5b6675 }
.head { font-weight: 700; font-size: 17px }
.rest { fill: #e4e8ee }
.on { fill: #d08700 }
.met { fill: #157f4b }
.ground { fill: #fff }
@media (prefers-color-scheme: dark) {
text { fill: #e8edf4 } .soft { fill: #a3afbf } .rest { fill: #2a3442 } .on { fill: #e0a030 } .met { fill: #3cb878 } .ground { fill: #10161e }
}
</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
<text class="head" x="24" y="34">How near to its goal each figure is</text>
${lines.join('\n')}
</svg>
`;
}
