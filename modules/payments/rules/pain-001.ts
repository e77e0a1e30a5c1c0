// Our own: a template of some thirty elements, as pure as every rule.

/** SEPA credit transfers as ISO 20022 `pain.001.001.09` or `.03`, booked as one sum. */
import { type Cents, sumCents } from '#src/kernel/money.ts';
import type { CalendarDate, Instant } from '#src/kernel/time.ts';
import { toIso } from '#src/kernel/time.ts';

export const painVersions = ['pain.001.001.09', 'pain.001.001.03'] as const;
export type PainVersion = (typeof painVersions)[number];

export type Transfer = {
  /** At most 35 characters, unique for years. */
  endToEndId: string;
  /** Cents, 1 to 99,999,999,999. */
  amount: Cents;
  name: string;
  iban: string;
  /** Required outside of the European Economic Area. */
  bic?: string | null;
  text: string;
};

export type TransferFile = {
  version: PainVersion;
  /** At most 33 characters: the block's id adds two. */
  messageId: string;
  createdAt: Instant;
  executionDate: CalendarDate;
  debtor: { name: string; iban: string; bic: string | null };
  transfers: readonly Transfer[];
};

// biome-ignore format: a table is read in rows.
const spelled: Readonly<Record<string, string>> = {
  ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe',
  ø: 'o', Ø: 'O', å: 'a', Å: 'A', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i', '&': '+',
  '–': '-', '—': '-', '’': "'", '‘': "'", '„': "'", '“': "'", '”': "'",
};

/** Transliterates a text to the SEPA character set and cuts it to `max` characters. */
export function sepaText(text: string, maxLength: number): string {
  const letters = [...text.normalize('NFC')].map((letter) => spelled[letter] ?? letter).join('');
  return letters
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9/?:().,'+ -]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trim();
}

/** Countries of the Single Euro Payments Area; inside the European Economic Area the IBAN is enough. */
const sepaCountries = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI ' +
    'SK SM VA'
  ).split(' '),
);
export const isSepaIban = (iban: string): boolean => sepaCountries.has(iban.slice(0, 2));

const isId = (text: string): boolean =>
  /^[A-Za-z0-9?:().,'+ -](?:[A-Za-z0-9/?:().,'+ -]{0,33}[A-Za-z0-9?:().,'+ -])?$/.test(text) && !text.includes('//');

/** `123456` cents are `1234.56`. */
const decimal = (cents: Cents): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const maxCents = 99_999_999_999;

/** BIC of an agent; version .03 accepts fewer BIC forms than .09. */
function agent(bic: string | null, version: PainVersion): string {
  const old = version === 'pain.001.001.03';
  const fits = bic !== null && (!old || /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/.test(bic));
  const name = old ? 'BIC' : 'BICFI';
  return fits ? `<${name}>${bic}</${name}>` : '<Othr><Id>NOTPROVIDED</Id></Othr>';
}

/** Renders the file. @throws RangeError for an invalid id, sum or name, and without any transfer */
export function pain001({ version, messageId, createdAt, executionDate, debtor, transfers }: TransferFile): string {
  const blockId = `${messageId}-1`;
  if (transfers.length === 0) throw new RangeError('a file of transfers has at least one');
  for (const id of [blockId, ...transfers.map(({ endToEndId }) => endToEndId)]) {
    if (!isId(id)) throw new RangeError(`no bank takes the id ${id}`);
  }
  if (new Set(transfers.map(({ endToEndId }) => endToEndId)).size !== transfers.length) {
    throw new RangeError('an end-to-end id names one transfer');
  }
  const name = (text: string) => sepaText(text, 70) || 'NOTPROVIDED';
  const bookings = transfers.map(({ endToEndId, amount, name: payee, iban, bic = null, text }) => {
    if (!Number.isInteger(amount) || amount < 1 || amount > maxCents) throw new RangeError(`no bank takes ${amount}`);
    const note = sepaText(text, 140);
    return [
      '<CdtTrfTxInf>',
      `<PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId>`,
      `<Amt><InstdAmt Ccy="EUR">${decimal(amount)}</InstdAmt></Amt>`,
      bic === null ? '' : `<CdtrAgt><FinInstnId>${agent(bic, version)}</FinInstnId></CdtrAgt>`,
      `<Cdtr><Nm>${name(payee)}</Nm></Cdtr>`,
      `<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>`,
      note ? `<RmtInf><Ustrd>${note}</Ustrd></RmtInf>` : '',
      '</CdtTrfTxInf>',
    ].join('');
  });
  const count = `<NbOfTxs>${transfers.length}</NbOfTxs>`;
  const sum = `<CtrlSum>${decimal(sumCents(transfers.map(({ amount }) => amount)))}</CtrlSum>`;
  const day = version === 'pain.001.001.03' ? executionDate : `<Dt>${executionDate}</Dt>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"><CstmrCdtTrfInitn>`,
    `<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>${toIso(createdAt).replace(/\.\d+Z$/, 'Z')}</CreDtTm>${count}${sum}`,
    `<InitgPty><Nm>${name(debtor.name)}</Nm></InitgPty></GrpHdr>`,
    `<PmtInf><PmtInfId>${blockId}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>true</BtchBookg>${count}${sum}`,
    `<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt>${day}</ReqdExctnDt>`,
    `<Dbtr><Nm>${name(debtor.name)}</Nm></Dbtr><DbtrAcct><Id><IBAN>${debtor.iban}</IBAN></Id></DbtrAcct>`,
    `<DbtrAgt><FinInstnId>${agent(debtor.bic, version)}</FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>`,
    ...bookings,
    '</PmtInf></CstmrCdtTrfInitn></Document>',
    '',
  ].join('\n');
}
