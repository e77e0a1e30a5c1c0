import type * as verbs from '#modules/events/index.ts';
import { basisPoints } from '#src/kernel/money.ts';
import type { CalendarDate, Instant } from '#src/kernel/time.ts';
import { dateIn, dateParts, days, hours, instant, minutes, zonedInstant } from '#src/kernel/time.ts';

/** The input of a verb. */
type Input<Verb extends (...given: never[]) => unknown, At extends number = 2> = Parameters<Verb>[At];

/**
 * Seven invented races, dated from the start of the demo: rising prices, a relay, children by birth year, a triathlon with teams,
 * a company run with its own terms, a donation; one sold out, one opening later. The eighth is over and settled.
 */
export type DemoRace = {
  shortlink: string;
  event: Input<typeof verbs.createEvent, 1>;
  competitions: DemoCompetition[];
  articles?: DemoArticle[];
  protection?: { title: string; description: string; price: number };
  fields?: DemoField[];
  orders: number;
  /** First and last order in days from the start of the demo. Default: the last six weeks. */
  booked?: { from: number; to: number };
};
export type DemoCompetition = Input<typeof verbs.createCompetition> & { prices: Input<typeof verbs.createPrice>[] };
export type DemoArticle = Input<typeof verbs.createArticle> & { variants: { name: string; availableAmount: number }[] };
export type DemoField = Input<typeof verbs.createFormField>;

const zone = 'Europe/Vienna';
export const pastRace = 'weinberglauf';
export const nextRace = 'nachtlauf';

export function demoRaces(now: Instant): DemoRace[] {
  /** A Sunday (or `weekday`) at least this many weeks ahead, in Vienna's time. */
  const raceDay = (weeks: number, weekday = 0): CalendarDate => {
    const rough = instant(now + weeks * days(7));
    const { year, month, day } = dateParts(dateIn(rough, zone));
    const shift = (weekday - new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 7) % 7;
    return dateIn(instant(rough + days(shift)), zone);
  };
  const at = (date: CalendarDate, hour: number, minute = 0) => zonedInstant(date, hour, minute, zone);
  const inDays = (count: number) => zonedInstant(dateIn(instant(now + days(count)), zone), 23, 59, zone);
  const ago = (count: number) => zonedInstant(dateIn(instant(now - days(count)), zone), 0, 0, zone);
  /** One price, or three steps: early, regular and late. */
  const pricesOf = (price: number | readonly [number, number, number], quantity: number) => {
    if (typeof price === 'number') return [{ price, quantity }];
    const [early, regular, late] = price;
    return [
      {
        price: early,
        quantity: Math.round(quantity / 3),
        availableFrom: ago(60),
        availableTo: inDays(25),
        priceOrder: 1,
      },
      { price: regular, quantity: Math.round(quantity / 2), availableTo: inDays(70), priceOrder: 2 },
      { price: late, quantity, priceOrder: 3 },
    ];
  };
  const starts = (
    title: string,
    timestamp: Instant,
    places: number,
    price: Parameters<typeof pricesOf>[0],
    more: Record<string, unknown> = {},
  ): DemoCompetition => ({ title, timestamp, totalTicketCount: places, prices: pricesOf(price, places), ...more });

  const pieces = (availableAmount: number) => [{ name: '', availableAmount }];
  const opens = instant(inDays(21) + minutes(1) + hours(9));
  const opening = (price: Record<string, unknown>) => ({ ...price, availableFrom: opens });
  const marathon = raceDay(22);
  const trail = raceDay(14, 6);
  const triathlon = raceDay(30);
  const company = raceDay(18, 4);
  const charity = raceDay(9);
  const night = raceDay(5, 6);
  const autumn = raceDay(46);
  const past = raceDay(-6);
  const year = dateParts(marathon).year;

  return [
    {
      shortlink: 'donau-marathon',
      orders: 60,
      event: {
        title: `Donau Marathon Linden ${year}`,
        kind: 'running',
        location: 'Linden an der Donau, Hauptplatz',
        description:
          'Einmal über alle drei Brücken, die Donau immer im Blick: Der Donau Marathon ist **flach, schnell und laut**. An 14 Stellen spielen Kapellen, im Ziel wartet die längste Kuchentafel des Landes.',
        startTimestamp: at(marathon, 8, 30),
        endTimestamp: at(marathon, 17),
        vat: basisPoints(20),
        processingFee: 150,
        needsName: true,
        needsContactAddress: true,
        allowDifferentDeliveryAddress: true,
        adoptTeamEmail: true,
        offersNewsletter: true,
        conditions:
          'Die Zeitnahme endet 5 Stunden 30 Minuten nach dem Start. Startnummern sind nicht übertragbar. Den Anweisungen der Streckenposten ist zu folgen. Wer startet, bestätigt, gesund und ausreichend trainiert zu sein.',
        shippingCosts: {
          defaultShippingCost: 890,
          countries: [
            { countryCode: 'AT', cost: 390 },
            { countryCode: 'DE', cost: 590 },
          ],
        },
      },
      competitions: [
        starts('Marathon 42,195 km', at(marathon, 8, 30), 1800, [6900, 8400, 9900], {
          description: 'Zwei Runden über alle drei Brücken.',
          minAge: 18,
          ageCheckMode: 'yearEndAfter',
          withShipping: true,
        }),
        starts('Halbmarathon 21,1 km', at(marathon, 8, 30), 2500, [4500, 5400, 6400], {
          minAge: 16,
          ageCheckMode: 'yearEndAfter',
          withShipping: true,
        }),
        starts('Staffelmarathon 4 × 10,5 km', at(marathon, 9, 15), 800, 2900, {
          type: 'team',
          minTeamSize: 4,
          maxTeamSize: 4,
          minAge: 14,
        }),
        starts(`Kinderlauf 1 km, Jahrgang ${year - 9} bis ${year - 6}`, at(marathon, 11), 300, 800, {
          minAge: 6,
          maxAge: 9,
          ageCheckMode: 'ageGroup',
        }),
        starts(`Jugendlauf 2,5 km, Jahrgang ${year - 13} bis ${year - 10}`, at(marathon, 11, 30), 200, 1000, {
          minAge: 10,
          maxAge: 13,
          ageCheckMode: 'ageGroup',
        }),
      ],
      articles: [
        {
          name: 'Finisher-Shirt',
          price: 2490,
          maxAmountPerParticipant: 1,
          variants: ['XS', 'S', 'M', 'L', 'XL'].map((name, index) => ({
            name,
            availableAmount: [60, 240, 400, 300, 90][index] as number,
          })),
        },
        {
          name: 'Medaillengravur',
          price: 900,
          // Engraved with a name.
          withdrawalRight: 'custom_made',
          maxAmountPerParticipant: 1,
          variants: pieces(2000),
        },
      ],
      protection: {
        title: 'Stornoschutz',
        description: 'Du kannst bis zum Start ohne Angabe von Gründen stornieren und bekommst dein Startgeld zurück.',
        price: 590,
      },
      fields: [
        {
          name: { de: 'Erwartete Zielzeit', en: 'Expected finish time' },
          type: 'select',
          options: [
            ['bis 3:00', 'up to 3:00'],
            ['bis 3:30', 'up to 3:30'],
            ['bis 4:00', 'up to 4:00'],
            ['über 4:00', 'more than 4:00'],
          ].map(([de, en]) => ({ value: String(en), label: { de: String(de), en: String(en) } })),
          includeInConfirmationPdf: true,
        },
        {
          name: { de: 'Startet für', en: 'Running for' },
          type: 'text',
          adoptPrevious: true,
          includeInConfirmationPdf: true,
        },
      ],
    },
    {
      shortlink: 'kranzspitz-trail',
      orders: 34,
      event: {
        title: 'Kranzspitz Trail',
        kind: 'trail',
        location: 'Oberkranz im Gailtal',
        description:
          'Drei Almen, zwei Grate, ein Bergsee. Der Kranzspitz Trail führt auf **markierten Steigen** bis auf 2.240 Meter. Pflichtausrüstung: Windjacke, Mobiltelefon, Rettungsdecke, ein Liter Wasser.',
        startTimestamp: at(trail, 6),
        endTimestamp: at(trail, 20),
        processingFee: 100,
        needsName: true,
        conditions: 'Pflichtausrüstung wird am Start geprüft. Bei Gewitter gilt die Ersatzstrecke.',
      },
      competitions: [
        starts('Ultra 52 km, 3.100 Höhenmeter', at(trail, 6), 250, [7900, 8900, 9900], { minAge: 20 }),
        starts('Gratlauf 24 km, 1.450 Höhenmeter', at(trail, 8), 400, [4900, 5500, 6200], { minAge: 18 }),
        starts('Almrunde 9 km', at(trail, 10), 300, 2600, { minAge: 12 }),
      ],
      articles: [{ name: 'Faltbecher', price: 650, maxAmountPerParticipant: 2, variants: pieces(400) }],
    },
    {
      shortlink: 'seetriathlon',
      orders: 28,
      event: {
        title: 'Seetriathlon Moosbach',
        kind: 'triathlon',
        location: 'Strandbad Moosbach',
        description:
          'Schwimmen im 22 Grad warmen Moosbacher See, eine gesperrte Radrunde, drei Laufrunden durch den Schilfgürtel. Allein oder als Team zu dritt.',
        startTimestamp: at(triathlon, 9),
        endTimestamp: at(triathlon, 17),
        processingFee: 150,
        needsName: true,
        needsContactAddress: true,
      },
      competitions: [
        starts('Olympische Distanz', at(triathlon, 9), 350, [8900, 9900, 11900], {
          minAge: 18,
          disciplines: ['1,5 km Schwimmen', '40 km Rad', '10 km Lauf'],
        }),
        starts('Sprint', at(triathlon, 10, 30), 400, [5900, 6900, 7900], {
          minAge: 16,
          disciplines: ['750 m Schwimmen', '20 km Rad', '5 km Lauf'],
        }),
        starts('Teamstaffel', at(triathlon, 9, 15), 180, 4200, {
          type: 'team',
          minTeamSize: 2,
          maxTeamSize: 3,
          minAge: 14,
          disciplines: ['Schwimmen', 'Rad', 'Lauf'],
        }),
      ],
      protection: { title: 'Stornoschutz', description: 'Kostenlos stornieren bis zum Start.', price: 790 },
    },
    {
      shortlink: 'firmenlauf',
      orders: 22,
      event: {
        title: 'Firmenlauf Neustadt',
        kind: 'company',
        location: 'Neustadt, Messegelände',
        description:
          'Fünf Kilometer, ein Feierabend: Kolleginnen und Kollegen laufen als Gruppe, danach gibt es Nudeln für alle.',
        startTimestamp: at(company, 18),
        endTimestamp: at(company, 22),
        useAlternateTranslation: true,
        adoptTeamEmail: true,
        needsName: true,
        generateInvoice: true,
      },
      competitions: [
        starts('Gruppe mit Pasta', at(company, 18), 1500, 2200, { type: 'team', minTeamSize: 3, maxTeamSize: 20 }),
        starts('Einzelstart', at(company, 18), 300, 2400),
      ],
    },
    {
      shortlink: 'lichterlauf',
      orders: 30,
      event: {
        title: 'Lichterlauf für das Kinderhospiz',
        kind: 'charity',
        location: 'Stadtpark Weiden',
        description:
          'Eine Runde mit Stirnlampe durch den dunklen Park. Das ganze Startgeld und jede Spende gehen an das Kinderhospiz.',
        startTimestamp: at(charity, 17, 30),
        endTimestamp: at(charity, 20),
        vat: basisPoints(0),
      },
      competitions: [
        starts('Lichterrunde 5 km', at(charity, 17, 30), 600, 1500),
        starts('Familienrunde 2 km', at(charity, 17), 400, 0),
      ],
      articles: [
        {
          name: 'Spende für das Kinderhospiz',
          type: 'donation',
          minPrice: 100,
          recommendedPrice: 1000,
          maxAmountPerParticipant: 1,
          variants: pieces(100_000),
        },
        { name: 'Stirnlampe', price: 1290, maxAmountPerParticipant: 2, variants: pieces(150) },
      ],
    },
    {
      shortlink: nextRace,
      orders: 24,
      event: {
        title: 'Altstadt Nachtlauf',
        kind: 'running',
        titlePicture: 'default:night',
        location: 'Burgstein, Rathausplatz',
        description:
          'Acht Kilometer über Kopfsteinpflaster, durch zwei Tore und einen Weinkeller. Mehr als 24 passen nicht hinein.',
        startTimestamp: at(night, 20),
        endTimestamp: at(night, 23),
      },
      competitions: [starts('Nachtlauf 8 km', at(night, 20), 24, 3200)],
    },
    {
      shortlink: 'herbstlauf',
      orders: 0,
      event: {
        title: 'Herbstlauf am Kanal',
        kind: 'running',
        titlePicture: 'default:autumn',
        location: 'Kanalhafen Wörth',
        description: 'Zehn oder fünf Kilometer unter Kastanien. Die Anmeldung öffnet bald.',
        startTimestamp: at(autumn, 10),
        endTimestamp: at(autumn, 14),
      },
      competitions: [
        starts('10 km', at(autumn, 10), 700, 2900, { minAge: 14 }),
        starts('5 km', at(autumn, 10, 15), 500, 1900),
      ].map((competition) => ({ ...competition, prices: competition.prices.map(opening) })),
    },
    {
      shortlink: pastRace,
      orders: 24,
      booked: { from: -100, to: -50 },
      event: {
        title: `Weinberglauf Sonnberg ${dateParts(past).year}`,
        kind: 'running',
        titlePicture: 'default:autumn',
        location: 'Sonnberg, Kellergasse',
        description: 'Zwölf Kilometer zwischen den Reben, danach Sturm und Kastanien im Hof.',
        startTimestamp: at(past, 10),
        endTimestamp: at(past, 15),
        vat: basisPoints(20),
        processingFee: 100,
        organizerProcessingFee: 120,
        needsName: true,
        needsContactAddress: true,
        generateInvoice: true,
      },
      competitions: [
        starts('Weinberglauf 12 km', at(past, 10), 300, 3400, { minAge: 14 }),
        starts('Kellergassenlauf 5 km', at(past, 10, 15), 300, 2200),
      ],
      articles: [{ name: 'Weinglas', price: 950, maxAmountPerParticipant: 2, variants: pieces(300) }],
    },
  ];
}
