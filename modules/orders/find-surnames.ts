import { type SQL, sql } from 'drizzle-orm';
import { folded, spelledOut } from '#src/kernel/fold.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { hasOtherScript, inLatin, latinSound, otherScriptGlob } from './latin.ts';
import { indexOrders, wordMatch } from './order-search.ts';

/** Parts of names that very many share. */
const particles = new Set([
  'von',
  'van',
  'der',
  'den',
  'dem',
  'del',
  'dos',
  'des',
  'zur',
  'zum',
  'bin',
  'the',
  'und',
  'and',
]);
const minLetters = 3;
/** A text of a bank has a name in it; more words narrow nothing down. */
const maxWords = 8;
const maxRows = 300;
const maxOtherScripts = 5000;

/** How a word is written with and without umlauts: "Müller" is muller and mueller. Banks write the dotless i as an i. */
const spellings = (word: string): string[] => {
  const plain = word.replaceAll('ı', 'i');
  return [...new Set([folded(plain), spelledOut(plain)])];
};
/** More letters i than a surname has that is looked for with and without their dots. */
const maxDotted = 4;

/** How a word may stand in the index, which keeps the dotless i of Turkish. */
function indexedSpellings(word: string): string[] {
  return spellings(word).flatMap((spelling) => {
    const [first = '', ...parts] = spelling.split('i');
    if (parts.length > maxDotted) return [spelling, [first, ...parts].join('ı')];
    return parts.reduce((ways, part) => ways.flatMap((way) => [`${way}i${part}`, `${way}ı${part}`]), [first]);
  });
}

const nameWords = (text: string): string[] =>
  text
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word.length >= minLetters && !particles.has(word.toLowerCase()));

const sounds = (text: string): string[] =>
  nameWords(inLatin(text))
    .map(latinSound)
    .filter((sound) => sound.length >= minLetters);

/**
 * Whether a word of one text is a word of the other, however accents and umlauts are written; a double name has two. Of
 * names in two scripts the sound is compared.
 */
export function sharesSurname(surname: string, text: string): boolean {
  const written = new Set(nameWords(text).flatMap(spellings));
  if (nameWords(surname).some((word) => spellings(word).some((each) => written.has(each)))) return true;
  if (!hasOtherScript(surname) && !hasOtherScript(text)) return false;
  const heard = new Set(sounds(text));
  return sounds(surname).some((sound) => heard.has(sound));
}

/**
 * Orders that `where` (of `orders o`) allows and whose buyer, or one of whose people, has a surname that the text names.
 * Those that fit best come first.
 */
export async function findSurnames(
  deps: Pick<Deps, 'read' | 'write'>,
  text: string,
  where: SQL,
): Promise<readonly number[]> {
  const words = [...new Set([text, inLatin(text)].flatMap(nameWords))].slice(0, maxWords);
  if (words.length === 0) return [];
  await indexOrders(deps);
  const match = words.flatMap(indexedSpellings).map(wordMatch).join(' OR ');
  const rows = await deps.read.all<{ id: number; surname: string }>(sql`
    select o.id id, coalesce(p.last_name, o.contact_address ->> 'lastName', '') surname
    from order_search left join participants p on p.id = -order_search.rowid
    join orders o on o.id = iif(order_search.rowid > 0, order_search.rowid, p.order_id)
    where order_search match ${match} and ${where} order by order_search.rank limit ${maxRows}`);
  const found = [...rows, ...(await inOtherScripts(deps, where))];
  return [...new Set(found.filter(({ surname }) => sharesSurname(surname, text)).map(({ id }) => id))];
}

/** The index knows no sounds; few names of pending orders are written in another script. */
async function inOtherScripts({ read }: Pick<Deps, 'read'>, where: SQL): Promise<{ id: number; surname: string }[]> {
  return await read.all(sql`
    select o.id id, p.last_name surname from orders o indexed by orders_expiry cross join participants p on p.order_id = o.id
    where o.status = 'pending' and p.last_name glob ${otherScriptGlob} and ${where}
    union all select o.id, o.contact_address ->> 'lastName' from orders o indexed by orders_expiry
    where o.status = 'pending' and o.contact_address ->> 'lastName' glob ${otherScriptGlob} and ${where}
    order by 1 desc limit ${maxOtherScripts}`);
}
