import { folded } from '#src/kernel/fold.ts';
import type { BibLine } from './match-lines.ts';
import type { StartListLayout } from './start-list.ts';

type Part = Exclude<keyof BibLine, 'line' | 'rowText'>;

/** How programs call what we look for; case, accents, spaces and points do not matter. */
const heads: Record<Part, readonly string[]> = {
  bib: 'bib bibnumber bibno bibnr startnummer startnr startnumber startno stnr stno snr nummer nr racenumber raceno number no'.split(
    ' ',
  ),
  participantId: ['participantid', 'teilnehmerid', 'teilnehmernummer', 'teilnehmernr', 'athleteid', 'externalid'],
  code: ['code', 'ticketcode', 'ticket', 'startkarte', 'qrcode'],
  lastName: ['lastname', 'nachname', 'familienname', 'surname', 'zuname', 'last', 'name'],
  firstName: ['firstname', 'vorname', 'givenname', 'first'],
  fullName:
    'fullname name wholename vollername teilnehmer teilnehmername participant participantname athlete athletename athlet starter runner laufer'.split(
      ' ',
    ),
  birthDate: ['birthdate', 'dateofbirth', 'geburtsdatum', 'geburtstag', 'dob', 'geboren'],
  competition: ['competition', 'bewerb', 'wettbewerb', 'contest', 'paket', 'package', 'strecke', 'distance'],
};

const plain = (head: string): string => folded(head).replace(/[^a-z0-9]/g, '');

/** In which column what stands; heads of the event's own layout are known as well. */
export function columnsIn(cells: readonly string[], layout: StartListLayout | null): Partial<Record<Part, number>> {
  const found: Partial<Record<Part, number>> = {};
  const own = new Map(layout?.columns.flatMap(({ key, head }) => (head ? [[plain(head), key] as const] : [])));
  for (const part of Object.keys(heads) as Part[]) {
    const ofLayout = cells.findIndex((cell) => own.get(plain(cell)) === part);
    const at = ofLayout >= 0 ? ofLayout : indexOfFirst(cells.map(plain), heads[part]);
    if (at >= 0) found[part] = at;
  }
  // "Name" is the last name beside a first name, else the whole one.
  if (found.firstName !== undefined && found.lastName !== undefined) delete found.fullName;
  else if (found.fullName !== undefined) delete found.lastName;
  return found;
}

/** The names in their sequence: what says more is looked for first. */
function indexOfFirst(cells: readonly string[], names: readonly string[]): number {
  for (const name of names) {
    const at = cells.indexOf(name);
    if (at >= 0) return at;
  }
  return -1;
}

export type Columns = ReturnType<typeof columnsIn>;
/** Somebody can be found by it. */
export const namesPeople = ({ participantId, code, lastName, firstName, fullName }: Columns): boolean =>
  [participantId, code, fullName].some((at) => at !== undefined) || (lastName !== undefined && firstName !== undefined);
