import { Buffer } from 'node:buffer';
import { offsetIso } from '#modules/events/rules/structured-data.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import type { AppleWalletConfig } from '#src/config/wallets.ts';
import { drawSvg } from '#src/files/pictures/draw-svg.ts';
import { present } from '#src/kernel/assert.ts';
import { hours, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale, MessageKey } from '#src/texts/locale.ts';
import { themeOf } from '#src/ui/theme.ts';
import { nameOf, type Ticket, ticketAddresses, ticketTranslator } from '../ticket.ts';

export const houseAccent = '#1f45d6';

/** Accent color of the organizer, and a readable text color on it. */
export function ticketColors({ order }: Pick<Ticket, 'order'>): { ground: string; ink: string } {
  const { accent, accentInk } = themeOf(whiteLabelOf(order)?.accent ?? houseAccent).light;
  return { ground: accent, ink: accentInk };
}

const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(',')})`;

type PassField = { key: string; label: string; value: string } & Record<string, unknown>;

/** The phone picks the language. */
const labels = {
  description: 'wallets.pass.description',
  bib: 'wallets.pass.bib',
  name: 'wallets.pass.name',
  competition: 'wallets.pass.competition',
  team: 'wallets.pass.team',
  start: 'wallets.pass.start',
  place: 'wallets.pass.place',
  order: 'wallets.pass.order',
  page: 'wallets.pass.page',
} as const satisfies Record<string, MessageKey>;
type Labels = Record<keyof typeof labels, string>;

function labelsIn(ticket: Ticket, locale: Locale): Labels {
  const i18n = ticketTranslator(ticket, locale);
  const event = ticket.order.event.title;
  return Object.fromEntries(Object.entries(labels).map(([name, key]) => [name, i18n.t(key, { event })])) as Labels;
}

/** English is inline, German in `de.lproj`. iOS up to 17 reads `relevantDate`, later ones `relevantDates`. */
function passJson(ticket: Ticket, apple: Pick<AppleWalletConfig, 'passTypeId' | 'teamId'>, address: string) {
  const { order, participant, competition, teamName, organizer } = ticket;
  const { event } = order;
  const say = labelsIn(ticket, 'en-us');
  const colors = ticketColors(ticket);
  const start = offsetIso(competition.timestamp, event.timeZone);
  const barcode = {
    format: 'PKBarcodeFormatQR',
    message: ticket.code,
    messageEncoding: 'iso-8859-1',
    altText: ticket.code,
  };
  const optional = (key: keyof Labels, value: string | null): PassField[] =>
    value ? [{ key, label: say[key], value }] : [];
  return {
    formatVersion: 1,
    passTypeIdentifier: apple.passTypeId,
    teamIdentifier: apple.teamId,
    serialNumber: `participant-${participant.id}`,
    groupingIdentifier: `order-${order.id}`,
    organizationName:
      whiteLabelOf(order)?.name ?? organizer?.name ?? ticketTranslator(ticket, 'en-us').t('ui.product.name'),
    description: say.description,
    logoText: event.title,
    backgroundColor: rgb(colors.ground),
    foregroundColor: rgb(colors.ink),
    labelColor: rgb(colors.ink),
    relevantDate: start,
    relevantDates: [{ date: start, relevantDate: start }],
    expirationDate: offsetIso(instant(event.endTimestamp + hours(24)), event.timeZone),
    voided: !ticket.isValid,
    sharingProhibited: false,
    barcodes: [barcode],
    barcode,
    eventTicket: {
      headerFields: optional('bib', participant.rrBib),
      primaryFields: [{ key: 'name', label: say.name, value: nameOf(ticket) }],
      secondaryFields: [
        { key: 'competition', label: say.competition, value: competition.title },
        ...optional('team', teamName),
      ],
      auxiliaryFields: [
        {
          key: 'start',
          label: say.start,
          value: start,
          dateStyle: 'PKDateStyleMedium',
          timeStyle: 'PKDateStyleShort',
          ignoresTimeZone: true,
        },
        ...optional('place', event.location),
      ],
      backFields: [
        { key: 'order', label: say.order, value: order.orderNumber },
        { key: 'page', label: say.page, value: address, dataDetectorTypes: ['PKDataDetectorTypeLink'] },
      ],
    },
  };
}

export const applePassType = 'application/vnd.apple.pkpass';

/** In points; the phone picks the size for its screen. */
const iconPoints = 29;
let icons: Promise<Record<string, Buffer>> | null = null;

function passIcons(assets: Deps['assets']): Promise<Record<string, Buffer>> {
  const draw = async () => {
    const address = present(assets.manifest.files['icons/favicon.svg'], 'the client was built');
    const svg = new TextDecoder().decode(present(await assets.read(address), 'the icon is an asset').body.plain);
    const sizes = [1, 2, 3].map(async (scale) => [
      scale === 1 ? 'icon.png' : `icon@${scale}x.png`,
      Buffer.from(await drawSvg(svg, iconPoints * scale)),
    ]);
    return Object.fromEntries(await Promise.all(sizes)) as Record<string, Buffer>;
  };
  icons ??= draw();
  return icons;
}

/** A ZIP with SHA-1 manifest and detached PKCS #7 signature. The library is large, so it is loaded on demand. */
export async function applePass(
  deps: Pick<Deps, 'assets' | 'config' | 'signer'>,
  apple: AppleWalletConfig,
  ticket: Ticket,
): Promise<Uint8Array<ArrayBuffer>> {
  const { PKPass } = await import('passkit-generator');
  const address = `${deps.config.publicUrl}${ticketAddresses(deps.signer, ticket).page}`;
  const pass = new PKPass(
    {
      ...(await passIcons(deps.assets)),
      'pass.json': Buffer.from(JSON.stringify(passJson(ticket, apple, address))),
    },
    { signerCert: apple.certificate, signerKey: apple.key, wwdr: apple.wwdr },
  );
  const [english, german] = [labelsIn(ticket, 'en-us'), labelsIn(ticket, 'de')];
  const names = Object.keys(english) as (keyof typeof english)[];
  pass.localize('de', Object.fromEntries(names.map((name) => [english[name], german[name]])));
  return new Uint8Array(pass.getAsBuffer());
}
