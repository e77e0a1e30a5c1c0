import anyAscii from 'any-ascii';

// With the Latin letters that are no letter and an accent: đ, ð, þ, ħ, œ, ŋ, ŧ, ə.
const scripts =
  '\u00d0\u00de\u00f0\u00fe\u0110\u0111\u0126\u0127\u014a\u014b\u0152\u0153\u0166\u0167\u018f\u0259\u0370-\u1dff\u2c00-\ud7ff\uf900-\ufdff';
/** A text with letters that others write in other ones, most of all of another script, for GLOB of SQL. */
export const otherScriptGlob = `*[${scripts}]*`;
const otherScript = new RegExp(`[${scripts}]`);
export const hasOtherScript = (text: string): boolean => otherScript.test(text);

const vowels = 'αεηιουω';
/** What two Greek letters sound like, as ISO 843 and passports write them (ELOT 743). A diaeresis parts them. */
const greekPairs: readonly (readonly [RegExp, string])[] = [
  [/ου/g, 'ou'],
  [new RegExp(`([αεη])υ(?=[${vowels}βγδζλμνρ])`, 'g'), '$1v'],
  [/([αεη])υ(?!\u0308)/g, '$1f'],
  [/γγ/g, 'ng'],
  [/γξ/g, 'nx'],
  [/γχ/g, 'nch'],
  [/(?<!\p{L})μπ/gu, 'b'],
];

/** Of the marks of NFD the diaeresis alone. */
const withoutAccents = (text: string): string => text.normalize('NFD').replace(/(?!\u0308)\p{M}/gu, '');

/** A text in lower-case Latin letters, whatever its script: Ευαγγέλου is evangelou, Щербаков shcherbakov. */
export const inLatin = (text: string): string =>
  anyAscii(
    greekPairs.reduce(
      (written, [pair, latin]) => written.replace(pair, latin),
      withoutAccents(text.toLowerCase()).normalize('NFC'),
    ),
  ).toLowerCase();

/**
 * How a word sounds that passports, banks and people write in Latin letters, each by another rule: Khristov and Hristov,
 * Yuriy and Iurii, Ntinos and Dinos.
 */
export const latinSound = (word: string): string =>
  word
    .replace(/[^a-z]/g, '')
    .replace(/^mp/, 'b')
    .replace(/^nt/, 'd')
    .replace(/dj/g, 'd')
    .replace(/ng|gg|gk/g, 'g')
    .replace(/shch|scht?sch/g, 'sh')
    .replace(/t?sch|ch|kh|x|ks/g, 'h')
    .replace(/ph/g, 'f')
    .replace(/th/g, 't')
    .replace(/ou|oy/g, 'u')
    .replace(/([ae])[ufw]/g, '$1v')
    .replace(/[yj]/g, 'i')
    .replace(/w/g, 'v')
    .replace(/(.)\1+/g, '$1');
