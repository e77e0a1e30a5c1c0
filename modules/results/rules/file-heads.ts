import { foldedWords } from '#src/kernel/fold.ts';
import { type ResultStatus, resultStatuses } from './result.ts';

/** Folded, without separators: RACE RESULT, SportSoftware OE; RunSignup, UltraSignup, ChronoTrack. */
const heads = {
  participantId: 'teilnehmerid teilnehmernummer teilnehmernr participantid startblockid anmeldenummer',
  bib: 'startnummer startnr stnr stno snr bib bibnumber bibno bibnr startno startnumber racenumber raceno',
  /** The bib in short lists; beside a bib, the line number. */
  number: 'number nummer nr no',
  name: 'name teilnehmer participant sportler athlete laufer runner fullname namevorname vornamename nachnamevorname vornamenachname',
  firstName: 'vorname firstname first givenname',
  lastName: 'nachname familienname lastname last surname familyname zuname',
  birthYear: 'jahrgang jg geburtsjahr yearofbirth birthyear yob yb geburtsdatum dateofbirth birthdate dob',
  gender: 'geschlecht gender sex mw g s',
  club: 'verein club clubname vereinsname clname team mannschaft vereinteam teamname',
  nation: 'nation nationalitat land nationality country nat',
  competition: 'bewerb wettbewerb wettkampf distanz strecke competition contest race distance event',
  time: 'zeit endzeit laufzeit nettozeit netto netzeit ergebnis time nettime chiptime chipzeit elapsedtime officialtime racetime finishchip result total gesamtzeit',
  grossTime: 'bruttozeit brutto guntime clocktime grosstime finishgun',
  /** Time of day; the finish is the result in some lists. */
  start: 'start startzeit starttime',
  finish: 'ziel zielzeit finish finishtime',
  status: 'status zustand',
  /** A status in some files, a class or a US state in others. */
  valuation: 'wertung classifier state',
  rank: 'rang platz platzierung pl rank place pos position gesamtrang overallrank akrang akplatz agegrouprank mwrang genderrank gesamtplatz mwplatz',
  ageClass: 'altersklasse ak klasse agegroup ageclass category kategorie class division',
  other:
    'email mail adresse address strasse street plz zip ort city telefon phone age alter ruckstand gap difference diff pace tempo kmh minkm speed geschwindigkeit ' +
    'startpunch finishpunch startstempel zielstempel gutschrift credit zuschlag penalty km hm bahn course startgeld startfee entryfee fee bezahlt paid punkte points',
} as const;
export type Head = keyof typeof heads;
const headOf = new Map(
  Object.entries(heads).flatMap(([head, names]) => names.split(' ').map((name) => [name, head as Head] as const)),
);

export const headIn = (title: string): Head | undefined => headOf.get(foldedWords(title).join(''));

const words: Readonly<Record<ResultStatus, string>> = {
  finished: 'finished|fin|ok|ziel|im ziel|finisher|regular',
  dnf: 'dnf|aufgegeben|ausgeschieden|aufgabe|aufg|abgebrochen|abbruch|nicht im ziel|did not finish|ot|over time|overtime|zeituberschreitung|zeitlimit',
  dns: 'dns|nicht gestartet|nicht am start|nicht angetreten|n ang|did not start|na|n a',
  dsq: 'dsq|dq|disq|disqualifiziert|disqualified|mp|mispunch|mispunched|missing punch|fehlst|fehlstempel|fehlstempelung',
};
const states = new Map(
  resultStatuses.flatMap((status) => words[status].split('|').map((word) => [word, status] as const)),
);

/** RACE RESULT; 1 (out of competition) is no result. */
const ofRaceResult: Numbers = { 0: 'finished', 2: 'dsq', 3: 'dnf', 4: 'dns', 5: 'dns' };
/** SportSoftware OE: 3 is a mispunch, 5 over the time limit. */
const ofOrienteering: Numbers = { 0: 'finished', 1: 'dns', 2: 'dnf', 3: 'dsq', 4: 'dsq', 5: 'dnf' };
type Numbers = Readonly<Record<number, ResultStatus>>;
const numbers = { raceResult: ofRaceResult, orienteering: ofOrienteering, none: {} as Numbers };

/** `none`: unknown program. */
export type StateNumbers = keyof typeof numbers;

/** Words, or the number of the program; null: no status. */
export function statusIn(text: string, of: StateNumbers): ResultStatus | null {
  const plain = text.trim();
  return /^\d$/.test(plain) ? (numbers[of][Number(plain)] ?? null) : (states.get(foldedWords(plain).join(' ')) ?? null);
}
