// Own code: libraries find what a reader would open, while names need to know which dots are honest.

const end = '(?![\\p{L}\\p{N}])';
const ending = `${end}(?!\\.[\\p{L}\\p{N}])`;
/** Three characters before the dot suffice, and `co.uk` may follow; bounded, so that matching is linear. */
const host = '[\\p{L}\\p{N}-]{3}(?:\\.[\\p{L}\\p{N}]{1,3})?\\.';
/** Top-level domains that no name ends with, and all mail addresses, because mail programs link them. */
const always = new RegExp(
  `://|\\bwww\\d?\\.|@[\\p{L}\\p{N}-]{1,63}\\.[\\p{L}\\p{N}]|\\bxn--|[\\p{L}\\p{N}]\\.(?:(?:com|net|org|info|biz|xyz|zip|mov|mobi|xxx|рф)${end}|(?:me|co|ly|gl|be|to)/\\w)`,
  'iu',
);
/** Country domains after three or more letters: `Dr.in`, `Co.KG` and `A.Bauer` are people and companies. */
const country = new RegExp(`${host}(?:de|at|ch|eu|fr|nl|pl|cz|sk|hu|ru|uk|io|tv|cc)${ending}`, 'iu');
/** Newer domains that are common in spam, and those of regions. */
const others =
  'top|live|world|today|tech|space|win|bid|loan|party|review|stream|download|racing|faith|science|trade|cricket|accountant|pro|tel|asia|email|host|press|page|cloud|wiki|ink|media|news|social|agency|shopping|sale|deals|cash|money|bank|market|trading|capital|credit|loans|games|poker|lotto|gmbh|bar|beauty|bond|buzz|cam|cfd|cyou|fit|guru|hair|monster|mom|quest|rest|rocks|sbs|skin|solutions|support|tips|vegas|vin|wang|zone';
const regions =
  'wien|tirol|berlin|hamburg|koeln|cologne|bayern|nrw|ruhr|saarland|swiss|london|paris|amsterdam|nyc|tokyo|istanbul|fi|lt|lv|ua|bg|gr|tr|cn|jp|kr|br|mx|nz|za|su|kz|rs|lu|ie|mt|cy|tk|ml|cf|gq|pw|ws|fm|sg|vn|tw|hk|au|mk|md|az';
/** IPv4 addresses. */
const byte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const numbers = new RegExp(`(?<![\\p{L}\\p{N}.])(?:${byte}\\.){3}${byte}(?![\\p{N}]|\\.\\p{N})`, 'u');
/** Dots of other scripts and look-alikes. */
const dots = /[\u00b7\u0387\u0589\u06d4\u0701\u0702\u2022\u2027\u2219\u22c5\u2e31\u2e33\u3002\u30fb\ua4f8\ua78f]/gu;
/** Invisible characters are ignored. */
const unseen = /[\p{Cf}\p{Variation_Selector}\u115f\u1160\u3164]|\u034f|\u17b4|\u17b5/gu;
/** Domains that are also words or names count in lower case only: `Keep.It`, `Wei.Li`. */
const small = new RegExp(
  `${host}(?:it|me|us|to|be|li|ly|si|es|se|dk|pt|ro|hr|co|gg|ai|app|dev|shop|store|online|site|link|click|club|vip|bet|casino|icu|website|blog|${others}|${regions})${ending}`,
  'u',
);

/** Ignores titles, initials, legal forms, `Swim.Bike.Run`, and dots with blanks, which mail programs do not link. */
export function holdsWebAddress(name: string): boolean {
  const text = name.replace(unseen, '').normalize('NFKC').replace(unseen, '').replace(dots, '.');
  return [always, country, small, numbers].some((pattern) => pattern.test(text));
}
