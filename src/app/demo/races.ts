import type * as verbs from '#modules/events/index.ts';
import { basisPoints } from '#src/kernel/money.ts';
import type { CalendarDate, Instant } from '#src/kernel/time.ts';
import { dateIn, dateParts, days, hours, instant, minutes, zonedInstant } from '#src/kernel/time.ts';

/** What a verb makes a record of. */
type Input<Verb extends (...given: never[]) => unknown, At extends number = 2> = Parameters<Verb>[At];

/**
 * Seven invented races as real ones publish themselves, dated from the moment the demo begins: prices that rise, a
 * relay, children by birth year, a triathlon with teams, a company run with its own words, a donation; one sold out, one
 * opening later.
 */
export type DemoRace = {
  shortlink: string;
  event: Input<typeof verbs.createEvent, 1>;
  competitions: DemoCompetition[];
  articles?: DemoArticle[];
  protection?: { title: string; description: string; price: number };
  fields?: DemoField[];
  /** How many orders the demo places here. */
  orders: number;
};
export type DemoCompetition = Input<typeof verbs.createCompetition> & { prices: Input<typeof verbs.createPrice>[] };
export type DemoArticle = Input<typeof verbs.createArticle> & { variants: { name: string; availableAmount: number }[] };
export type DemoField = Input<typeof verbs.createFormField>;

const zone = 'Europe/Vienna';

export function demoRaces(now: Instant): DemoRace[] {
  /** A Sunday (or `weekday`) at least so many weeks from now, at the wall clock of Vienna. */
  const raceDay = (weeks: number, weekday = 0): CalendarDate => {
    const rough = instant(now + weeks * days(7));
    const { year, month, day } = dateParts(dateIn(rough, zone));
    const shift = (weekday - new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 7) % 7;
    return dateIn(instant(rough + days(shift)), zone);
  };
  const at = (date: CalendarDate, hour: number, minute = 0) => zonedInstant(date, hour, minute, zone);
  const inDays = (count: number) => zonedInstant(dateIn(instant(now + days(count)), zone), 23, 59, zone);
  const ago = (count: number) => zonedInstant(dateIn(instant(now - days(count)), zone), 0, 0, zone);
  const steps = (early: number, regular: number, late: number, quantity: number) => [
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

  const marathon = raceDay(22);
  const trail = raceDay(14, 6);
  const triathlon = raceDay(30);
  const company = raceDay(18, 4);
  const charity = raceDay(9);
  const night = raceDay(5, 6);
  const autumn = raceDay(46);
  const year = dateParts(marathon).year;

  return [
    {
      shortlink: 'donau-marathon',
      orders: 60,
      event: {
        title: `Donau Marathon Linden ${year}`,
        kind: 'running',
        location: 'Linden an der Donau, Hauptplatz',
        description: [
          'Einmal über alle drei Brücken, die Donau immer im Blick: Der Donau Marathon ist **flach, schnell und laut**. An 14 Stellen spielen Kapellen, im Ziel wartet die längste Kuchentafel des Landes.',
          '',
          '## Ablauf',
          '- 08:30 Uhr Start Marathon und Halbmarathon',
          '- 09:15 Uhr Start Staffel',
          '- 11:00 Uhr Kinderläufe im Donaupark',
          '',
          'Startunterlagen gibt es am Samstag von 10 bis 19 Uhr im Brückenkopf.',
        ].join('\n'),
        startTimestamp: at(marathon, 8, 30),
        endTimestamp: at(marathon, 17),
        vat: basisPoints(20),
        processingFee: 150,
        needsName: true,
        needsContactAddress: true,
        allowDifferentDeliveryAddress: true,
        adoptTeamEmail: true,
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
        {
          title: 'Marathon 42,195 km',
          description: 'Zwei Runden über alle drei Brücken.',
          timestamp: at(marathon, 8, 30),
          minAge: 18,
          ageCheckMode: 'yearEndAfter',
          totalTicketCount: 1800,
          withShipping: true,
          prices: steps(6900, 8400, 9900, 1800),
        },
        {
          title: 'Halbmarathon 21,1 km',
          timestamp: at(marathon, 8, 30),
          minAge: 16,
          ageCheckMode: 'yearEndAfter',
          totalTicketCount: 2500,
          withShipping: true,
          prices: steps(4500, 5400, 6400, 2500),
        },
        {
          title: 'Staffelmarathon 4 × 10,5 km',
          type: 'team',
          minTeamSize: 4,
          maxTeamSize: 4,
          timestamp: at(marathon, 9, 15),
          minAge: 14,
          totalTicketCount: 800,
          prices: [{ price: 2900, quantity: 800 }],
        },
        {
          title: `Kinderlauf 1 km, Jahrgang ${year - 9} bis ${year - 6}`,
          timestamp: at(marathon, 11),
          minAge: 6,
          maxAge: 9,
          ageCheckMode: 'ageGroup',
          totalTicketCount: 300,
          prices: [{ price: 800, quantity: 300 }],
        },
        {
          title: `Jugendlauf 2,5 km, Jahrgang ${year - 13} bis ${year - 10}`,
          timestamp: at(marathon, 11, 30),
          minAge: 10,
          maxAge: 13,
          ageCheckMode: 'ageGroup',
          totalTicketCount: 200,
          prices: [{ price: 1000, quantity: 200 }],
        },
      ],
      articles: [
        {
          name: 'Finisher-Shirt',
          price: 2490,
          maxAmountPerParticipant: 3,
          variants: ['XS', 'S', 'M', 'L', 'XL'].map((name, index) => ({
            name,
            availableAmount: [60, 240, 400, 300, 90][index] as number,
          })),
        },
        {
          name: 'Medaillengravur',
          price: 900,
          maxAmountPerParticipant: 1,
          variants: [{ name: '', availableAmount: 2000 }],
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
        { name: { de: 'Verein', en: 'Club' }, type: 'text', adoptPrevious: true, includeInConfirmationPdf: true },
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
        {
          title: 'Ultra 52 km, 3.100 Höhenmeter',
          timestamp: at(trail, 6),
          minAge: 20,
          totalTicketCount: 250,
          prices: steps(7900, 8900, 9900, 250),
        },
        {
          title: 'Gratlauf 24 km, 1.450 Höhenmeter',
          timestamp: at(trail, 8),
          minAge: 18,
          totalTicketCount: 400,
          prices: steps(4900, 5500, 6200, 400),
        },
        {
          title: 'Almrunde 9 km',
          timestamp: at(trail, 10),
          minAge: 12,
          totalTicketCount: 300,
          prices: [{ price: 2600, quantity: 300 }],
        },
      ],
      articles: [
        { name: 'Faltbecher', price: 650, maxAmountPerParticipant: 2, variants: [{ name: '', availableAmount: 400 }] },
      ],
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
        {
          title: 'Olympische Distanz',
          timestamp: at(triathlon, 9),
          minAge: 18,
          disciplines: ['1,5 km Schwimmen', '40 km Rad', '10 km Lauf'],
          totalTicketCount: 350,
          prices: steps(8900, 9900, 11900, 350),
        },
        {
          title: 'Sprint',
          timestamp: at(triathlon, 10, 30),
          minAge: 16,
          disciplines: ['750 m Schwimmen', '20 km Rad', '5 km Lauf'],
          totalTicketCount: 400,
          prices: steps(5900, 6900, 7900, 400),
        },
        {
          title: 'Teamstaffel',
          type: 'team',
          minTeamSize: 2,
          maxTeamSize: 3,
          timestamp: at(triathlon, 9, 15),
          minAge: 14,
          disciplines: ['Schwimmen', 'Rad', 'Lauf'],
          totalTicketCount: 180,
          prices: [{ price: 4200, quantity: 180 }],
        },
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
        {
          title: 'Gruppe mit Pasta',
          type: 'team',
          minTeamSize: 3,
          maxTeamSize: 20,
          timestamp: at(company, 18),
          totalTicketCount: 1500,
          prices: [{ price: 2200, quantity: 1500 }],
        },
        {
          title: 'Einzelstart',
          timestamp: at(company, 18),
          totalTicketCount: 300,
          prices: [{ price: 2400, quantity: 300 }],
        },
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
        {
          title: 'Lichterrunde 5 km',
          timestamp: at(charity, 17, 30),
          totalTicketCount: 600,
          prices: [{ price: 1500, quantity: 600 }],
        },
        {
          title: 'Familienrunde 2 km',
          timestamp: at(charity, 17),
          totalTicketCount: 400,
          prices: [{ price: 0, quantity: 400 }],
        },
      ],
      articles: [
        {
          name: 'Spende für das Kinderhospiz',
          type: 'donation',
          minPrice: 100,
          recommendedPrice: 1000,
          maxAmountPerParticipant: 1,
          variants: [{ name: '', availableAmount: 100_000 }],
        },
        { name: 'Stirnlampe', price: 1290, maxAmountPerParticipant: 2, variants: [{ name: '', availableAmount: 150 }] },
      ],
    },
    {
      shortlink: 'nachtlauf',
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
      competitions: [
        {
          title: 'Nachtlauf 8 km',
          timestamp: at(night, 20),
          totalTicketCount: 24,
          prices: [{ price: 3200, quantity: 24 }],
        },
      ],
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
        {
          title: '10 km',
          timestamp: at(autumn, 10),
          minAge: 14,
          totalTicketCount: 700,
          prices: [{ price: 2900, quantity: 700, availableFrom: instant(inDays(21) + minutes(1) + hours(9)) }],
        },
        {
          title: '5 km',
          timestamp: at(autumn, 10, 15),
          totalTicketCount: 500,
          prices: [{ price: 1900, quantity: 500, availableFrom: instant(inDays(21) + minutes(1) + hours(9)) }],
        },
      ],
    },
  ];
}
