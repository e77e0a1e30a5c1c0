import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { EventContent } from '#modules/events/rules/content.ts';
import { distancesOf, type TrackPoint } from '#modules/events/rules/track.ts';
import { type Instant, instant, minutes } from '#src/kernel/time.ts';

/** A corner of a course: kilometers east and north of the start, and meters above sea level. */
type Corner = readonly [east: number, north: number, height: number];

const kilometresPerDegree = 111.195;
const steps = 40;

/** A smooth course through these corners, scaled to the race's length. `loop` returns to the start. */
export function demoCourse(
  start: { lat: number; lon: number },
  corners: readonly Corner[],
  { metres, loop }: { metres: number; loop: boolean },
): TrackPoint[] {
  const drawn = (stretch: number) =>
    bent(corners, loop).map(([east, north, ele]) => ({
      lat: start.lat + (north * stretch) / kilometresPerDegree,
      lon: start.lon + (east * stretch) / kilometresPerDegree / Math.cos((start.lat * Math.PI) / 180),
      ele,
    }));
  const plain = distancesOf(drawn(1)).at(-1) ?? 1;
  return drawn(metres / plain);
}

/** A Catmull-Rom spline. */
function bent(corners: readonly Corner[], loop: boolean): Corner[] {
  const { length } = corners;
  const at = (index: number): Corner =>
    (loop ? corners[(index + length) % length] : corners[Math.min(length - 1, Math.max(0, index))]) as Corner;
  const spans = loop ? length : length - 1;
  const points = Array.from({ length: spans }, (_, span) =>
    Array.from({ length: steps }, (_step, step): Corner => {
      const t = step / steps;
      const [a, b, c, d] = [at(span - 1), at(span), at(span + 1), at(span + 2)];
      const curve = (axis: 0 | 1 | 2) =>
        0.5 *
        (2 * b[axis] +
          (c[axis] - a[axis]) * t +
          (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t +
          (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t * t * t);
      // Heights are linear: a spline would dip below the valley before every climb.
      return [curve(0), curve(1), b[2] + (c[2] - b[2]) * t];
    }),
  ).flat();
  return [...points, at(loop ? 0 : length - 1)];
}

/** Texts of a race's page. Competitions are named by their index in the race. */
export type DemoPage = {
  content: Partial<Omit<EventContent, 'courses' | 'schedule'>> & {
    /** Minutes from the start, title, and optionally a competition. */
    schedule?: readonly (readonly [minutes: number, title: string, competition?: number])[];
  };
  courses?: { competition: number; title?: string; points: ReturnType<typeof demoCourse> }[];
};

export const scheduleFrom = (
  start: Instant,
  schedule: NonNullable<DemoPage['content']['schedule']>,
  competitions: Pick<Catalog['competitions'][number], 'id'>[],
) =>
  schedule.map(([later, title, competition]) => ({
    timestamp: instant(start + minutes(later)),
    title,
    competitionId: competition === undefined ? null : (competitions[competition]?.id ?? null),
  }));

const linden = { lat: 48.3051, lon: 14.2866 };
const oberkranz = { lat: 46.6432, lon: 13.0211 };
const weiden = { lat: 48.2051, lon: 15.6217 };
const burgstein = { lat: 47.8102, lon: 13.0411 };
const day = -24 * 60;

const club = {
  name: 'Laufverein Donautal',
  about:
    'Wir sind 140 Läuferinnen und Läufer aus dem Donautal. Seit 1998 stellen wir jedes Jahr vier Läufe auf die Beine, alle ehrenamtlich. Was übrig bleibt, geht in die Jugendarbeit.',
  email: 'lauf@donautal.example',
  phone: '+43 660 1234567',
  website: 'https://laufverein-donautal.example',
};

export const demoPages: Readonly<Record<string, DemoPage>> = {
  'donau-marathon': {
    content: {
      schedule: [
        [day + 90, 'Startunterlagen im Brückenkopf, bis 19 Uhr'],
        [-120, 'Startunterlagen auf dem Hauptplatz'],
        [-20, 'Gemeinsames Aufwärmen mit Musik'],
        [0, 'Start Marathon und Halbmarathon'],
        [45, 'Start der Staffel', 2],
        [70, 'Die Schnellsten im Halbmarathon sind im Ziel', 1],
        [150, 'Kinderlauf im Donaupark', 3],
        [180, 'Jugendlauf im Donaupark', 4],
        [270, 'Siegerehrung auf dem Hauptplatz'],
        [330, 'Zielschluss'],
      ],
      included: [
        'Medaille aus Lindner Stahl',
        'Vier Labestationen auf jeder Runde',
        'Zeitnehmung mit Chip, Urkunde zum Herunterladen',
        'Kleidertransport vom Start ins Ziel',
        'Gratis mit Bus und Bim am Renntag',
        'Ein Stück von der längsten Kuchentafel des Landes',
      ],
      faqs: [
        {
          question: 'Kann ich meinen Startplatz weitergeben?',
          answer:
            'Nein, Startnummern sind nicht übertragbar. Mit dem **Stornoschutz** kannst du aber bis zum Start stornieren und bekommst dein Startgeld zurück.',
        },
        {
          question: 'Wo bekomme ich meine Startnummer?',
          answer:
            'Am Samstag im Brückenkopf, am Sonntag ab halb sieben auf dem Hauptplatz. Nimm deine **Startkarte** mit, auf dem Handy oder ausgedruckt.',
        },
        {
          question: 'Wie komme ich hin?',
          answer:
            'Am besten mit der Bahn: Vom Hauptbahnhof sind es zehn Minuten zu Fuß. Die Innenstadt ist ab 6 Uhr gesperrt.',
        },
        {
          question: 'Gibt es Duschen?',
          answer: 'Ja, im Parkbad, 300 Meter vom Ziel. Mit Startnummer ist der Eintritt frei.',
        },
      ],
      host: club,
    },
    courses: [
      {
        competition: 0,
        points: demoCourse(
          linden,
          [
            [0, 0, 262],
            [1.2, 0.5, 263],
            [2.6, 1.6, 258],
            [4.1, 1.9, 256],
            [6.2, 1.1, 255],
            [8.4, 0.2, 254],
            [9.6, -1.1, 253],
            [9.9, -2.2, 262],
            [8.8, -2.9, 271],
            [7.1, -2.2, 258],
            [5.2, -1.7, 257],
            [3.6, -0.4, 256],
            [2.9, 0.7, 268],
            [1.7, 1.9, 276],
            [0.2, 2.8, 264],
            [-2.1, 3.5, 261],
            [-4.4, 3.1, 262],
            [-5.9, 1.9, 263],
            [-5.4, 0.6, 271],
            [-3.6, 1.1, 280],
            [-1.6, 0.9, 266],
          ],
          { metres: 42_195, loop: true },
        ),
      },
      {
        competition: 1,
        points: demoCourse(
          linden,
          [
            [0, 0, 262],
            [1.2, 0.5, 263],
            [2.6, 1.6, 258],
            [4.1, 1.9, 256],
            [5.6, 1.2, 255],
            [6.1, 0.1, 261],
            [5.1, -0.9, 258],
            [3.6, -0.6, 256],
            [2.9, 0.7, 268],
            [1.7, 1.9, 276],
            [0.2, 2.5, 264],
            [-1.3, 1.5, 266],
          ],
          { metres: 21_100, loop: true },
        ),
      },
    ],
  },
  'kranzspitz-trail': {
    content: {
      schedule: [
        [day + 660, 'Streckenbesprechung im Gemeindesaal'],
        [-60, 'Ausgabe der Startunterlagen, Kontrolle der Ausrüstung'],
        [0, 'Start', 0],
        [120, 'Start', 1],
        [240, 'Start', 2],
        [600, 'Siegerehrung und Knödelfest'],
        [840, 'Zielschluss'],
      ],
      included: [
        'Labung auf jeder Alm, mit Käse von dort',
        'Bergrettung auf der ganzen Strecke',
        'Ortung und Zwischenzeiten am Grat',
        'Kasnudeln im Ziel',
      ],
      faqs: [
        {
          question: 'Was muss ich dabeihaben?',
          answer: '- Windjacke\n- Mobiltelefon\n- Rettungsdecke\n- ein Liter Wasser\n\nOhne das gibt es keinen Start.',
        },
        {
          question: 'Was passiert bei Gewitter?',
          answer: 'Dann laufen alle die Ersatzstrecke im Tal. Wir sagen es bis 5 Uhr früh am Start.',
        },
      ],
      host: { ...club, about: 'Ein Bergrennen von Leuten, die diese Steige seit ihrer Kindheit kennen.' },
    },
    courses: [
      {
        competition: 1,
        points: demoCourse(
          oberkranz,
          [
            [0, 0, 980],
            [0.9, 0.6, 1120],
            [1.2, 1.5, 1340],
            [2.1, 2.1, 1610],
            [2.3, 3.2, 1880],
            [3.4, 3.9, 2010],
            [4.2, 4.8, 2240],
            [5.3, 4.6, 2090],
            [6.1, 3.8, 2170],
            [6.2, 2.7, 1820],
            [5.2, 2.2, 1560],
            [4.6, 1.3, 1640],
            [3.4, 1.1, 1380],
            [2.4, 0.3, 1190],
            [1.1, -0.4, 1010],
          ],
          { metres: 24_000, loop: true },
        ),
      },
      {
        competition: 2,
        points: demoCourse(
          oberkranz,
          [
            [0, 0, 980],
            [0.9, 0.6, 1120],
            [1.3, 1.4, 1290],
            [2.2, 1.2, 1350],
            [2.4, 0.3, 1190],
            [1.1, -0.4, 1010],
          ],
          { metres: 9_000, loop: true },
        ),
      },
    ],
  },
  lichterlauf: {
    content: {
      schedule: [
        [-90, 'Punsch, Lebkuchen und Stirnlampenverleih'],
        [-30, 'Start der Familienrunde', 1],
        [0, 'Start der Lichterrunde', 0],
        [75, 'Übergabe der Spenden'],
      ],
      included: ['Stirnlampe zum Ausleihen', 'Heißer Punsch im Ziel', '10 Euro von jedem Startplatz gehen ans Hospiz'],
    },
    courses: [
      {
        competition: 0,
        points: demoCourse(
          weiden,
          [
            [0, 0, 265],
            [0.5, 0.2, 266],
            [0.9, 0.7, 268],
            [0.6, 1.2, 272],
            [0, 1.1, 270],
            [-0.3, 0.7, 268],
            [-0.8, 0.8, 267],
            [-0.9, 0.3, 265],
            [-0.4, -0.1, 264],
          ],
          { metres: 5_000, loop: true },
        ),
      },
    ],
  },
  nachtlauf: {
    content: {
      soldOutText:
        'Am Renntag gibt es keine Nachmeldung. Zuschauen lohnt sich: Auf dem Rathausplatz spielt ab 19 Uhr die Stadtkapelle.',
      schedule: [
        [-180, 'Startunterlagen im Rathaus'],
        [0, 'Start auf dem Rathausplatz'],
        [90, 'Siegerehrung'],
      ],
    },
    courses: [
      {
        competition: 0,
        points: demoCourse(
          burgstein,
          [
            [0, 0, 424],
            [0.5, 0.3, 428],
            [0.8, 0.9, 452],
            [0.5, 1.4, 496],
            [-0.1, 1.2, 510],
            [-0.4, 0.7, 466],
            [-1, 0.5, 436],
            [-1.1, -0.1, 424],
            [-0.5, -0.4, 422],
          ],
          { metres: 8_000, loop: true },
        ),
      },
    ],
  },
};
