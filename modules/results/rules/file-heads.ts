import { foldedWords } from '#src/kernel/fold.ts';
import { type ResultStatus, resultStatuses } from './result.ts';

/**
 * How timing programs call their columns, folded and without anything between the words: those of the German-speaking countries
 * (RACE RESULT, SportSoftware OE) and of the United States (RunSignup, UltraSignup, ChronoTrack).
 */
const heads = {
  participantId: 'teilnehmerid teilnehmernummer teilnehmernr participantid startblockid anmeldenummer',
  bib: 'startnummer startnr stnr stno snr bib bibnumber bibno bibnr startno startnumber racenumber raceno',
  /** A start number in short lists; beside one, the number of the line. */
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
  /** The time of day at the start and at the finish; the latter is a result in some lists. */
  start: 'start startzeit starttime',
  finish: 'ziel zielzeit finish finishtime',
  status: 'status zustand',
  /** A state in some files; a class, or a state of the country, in others. */
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

/** The role of a column, by its head. */
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

/** Numbers as RACE RESULT has them; 1, out of competition, is no result. */
const ofRaceResult: Numbers = { 0: 'finished', 2: 'dsq', 3: 'dnf', 4: 'dns', 5: 'dns' };
/** Numbers as programs of orienteering have them (SportSoftware OE): 3 is a wrong or missing punch, 5 above the time allowed. */
const ofOrienteering: Numbers = { 0: 'finished', 1: 'dns', 2: 'dnf', 3: 'dsq', 4: 'dsq', 5: 'dnf' };
type Numbers = Readonly<Record<number, ResultStatus>>;
const numbers = { raceResult: ofRaceResult, orienteering: ofOrienteering, none: {} as Numbers };

/** Whose numbers stand for states in a file; `none`: nobody knows. */
export type StateNumbers = keyof typeof numbers;

/** A state in words or, of the program that wrote the file, as a number. null: it is none. */
export function statusIn(text: string, of: StateNumbers): ResultStatus | null {
  const plain = text.trim();
  return /^\d$/.test(plain) ? (numbers[of][Number(plain)] ?? null) : (states.get(foldedWords(plain).join(' ')) ?? null);
}
