// Our own: what libraries find are the addresses that a reader would open; of a name it has to be asked the other way
// round, which dots stand in honest ones.

const end = '(?![\\p{L}\\p{N}])';
const ending = `${end}(?!\\.[\\p{L}\\p{N}])`;
/** Three letters of it are enough to look at, and `co.uk` may follow; so a text of any length is read once. */
const host = '[\\p{L}\\p{N}-]{3}(?:\\.[\\p{L}\\p{N}]{1,3})?\\.';
/** Ends that no name has, behind whatever, and every address of mail: programs link it as well. */
const always = new RegExp(
  `://|\\bwww\\d?\\.|@[\\p{L}\\p{N}-]{1,63}\\.[\\p{L}\\p{N}]|[\\p{L}\\p{N}]\\.(?:(?:com|net|org|info|biz|xyz|рф)${end}|(?:me|co|ly|gl|be|to)/\\w)`,
  'iu',
);
/** Countries behind three letters or more: `Dr.in`, `Co.KG` and `A.Bauer` are people and firms. */
const country = new RegExp(`${host}(?:de|at|ch|eu|fr|nl|pl|cz|sk|hu|ru|uk|io|tv|cc)${ending}`, 'iu');
/** Those that are words or names as well, in small letters alone: `Keep.It`, `Wei.Li`. */
const small = new RegExp(
  `${host}(?:it|me|us|to|be|li|ly|si|es|se|dk|pt|ro|hr|co|gg|ai|app|dev|shop|store|online|site|link|click|club|vip|bet|casino|icu|website|blog)${ending}`,
  'u',
);

/**
 * Whether a name holds an address of the web, with which somebody advertises in our mails. Titles, initials, legal forms
 * and `Swim.Bike.Run` are none. Blanks around a dot make none either: mail programs do not link it.
 */
export function holdsWebAddress(name: string): boolean {
  const text = name.normalize('NFKC').replaceAll('。', '.');
  return [always, country, small].some((pattern) => pattern.test(text));
}
