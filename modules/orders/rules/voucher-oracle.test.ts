import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import { dice } from '#tests/season/dice.ts';
import { seed, times } from '#tests/support/thorough.ts';
import { quote } from './quote.ts';
import { anyBasket, now, refusal, type Wanted } from './testing.ts';

/**
 * The rules of vouchers a second time, slow and as they are written: every unit of every line is a number in an array.
 * It knows nothing of the code it judges but the order of the answer.
 */
type Line = {
  kind: 'ticket' | 'choice';
  /** Who it is for. */
  who: string;
  uid: string | null;
  team: number;
  competitionId: number;
  priceId: number;
  articleId: number;
  vat: number;
  /** What is left of each unit. */
  units: number[];
};
type Held = Voucher & { who: string | null; uid: string | null };
/** One code on one thing: a line, all of a person, a team, the order. */
type Use = { by: Held; on: 'line' | 'person' | 'team' | 'order'; line?: Line; who?: string; team?: number };
class Refused extends Error {
  constructor(
    readonly code: string,
    readonly about: string,
  ) {
    super(code);
  }
}

const specificity = ['article', 'competitionPrice', 'competition', 'participant', 'event', 'team', 'order'];
const fold = (code: string) => code.replaceAll(' ', '').toUpperCase();
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const up = (unit: number, points: number) => Number((BigInt(unit) * BigInt(points) + 9_999n) / 10_000n);

function linesOf({ shop, wanted }: Wanted): Line[] {
  return wanted.teams.flatMap(({ competitionId, participants }, team) =>
    participants.flatMap((person): Line[] => {
      const price = shop.competitions.find(({ id }) => id === competitionId)?.prices[0];
      const common = { who: person.localId, team, competitionId, priceId: price?.id ?? 0 };
      const ticket = { units: [price?.price ?? 0], vat: shop.event.vat, articleId: 0, uid: null };
      return [
        { kind: 'ticket', ...common, ...ticket },
        ...person.articles
          .filter(({ quantity }) => quantity > 0)
          .map((choice): Line => {
            const article = shop.articles.find(({ id }) => id === choice.articleId);
            const unit = { normal: article?.price ?? 0, free: 0, donation: choice.unitPrice ?? 0 };
            const type = article?.type ?? 'normal';
            const units = Array.from({ length: choice.quantity }, () => unit[type]);
            const vat = type === 'donation' ? 0 : (article?.vat ?? shop.event.vat);
            return { kind: 'choice', ...common, articleId: choice.articleId, uid: choice.uniqueLocalId, vat, units };
          }),
      ];
    }),
  );
}

/** Rule 6, up to what fits. */
function heldCodes({ shop, wanted, known }: Wanted): Held[] {
  const held: Held[] = [];
  for (const sent of wanted.appliedVouchers) {
    const voucher = known.find(({ code }) => fold(code) === fold(sent.code));
    if (!voucher) throw new Refused('INVALID_VOUCHER_CODE', sent.code);
    if (voucher.eventId !== shop.event.id) throw new Refused('INVALID_VOUCHER_EVENT', sent.code);
    if (voucher.validTo !== null && voucher.validTo < now) throw new Refused('INVALID_VOUCHER_EXPIRED', sent.code);
    const isTwice = voucher.useType === 'single' && held.some(({ id }) => id === voucher.id);
    if (voucher.status !== 'ready' || isTwice) throw new Refused('INVALID_VOUCHER_STATUS', sent.code);
    held.push({ ...voucher, who: sent.participantLocalId ?? null, uid: sent.articleUniqueLocalId ?? null });
  }
  return held;
}

/** Everything a code could be used on, in the order sent: the column "line it works on". */
function candidates(by: Held, lines: readonly Line[], { shop, wanted }: Wanted): Use[] {
  const tickets = lines.filter(({ kind }) => kind === 'ticket');
  const isHere = (competitionId: number) => by.competitionId === null || by.competitionId === competitionId;
  const onLines = (fitting: readonly Line[]): Use[] => fitting.map((line) => ({ by, on: 'line', line }));
  if (by.target === 'article')
    return onLines(lines.filter(({ kind, articleId }) => kind === 'choice' && articleId === by.articleId));
  if (by.target === 'competitionPrice')
    return onLines(tickets.filter(({ priceId }) => priceId === by.competitionPriceId));
  if (by.target === 'competition' || by.target === 'participant')
    return onLines(tickets.filter(({ competitionId }) => isHere(competitionId)));
  if (by.target === 'event') return tickets.map(({ who }) => ({ by, on: 'person', who }));
  if (by.target === 'team')
    return wanted.teams.flatMap(({ competitionId }, team): Use[] => {
      const isTeam = shop.competitions.find(({ id }) => id === competitionId)?.type === 'team';
      return isTeam && isHere(competitionId) ? [{ by, on: 'team', team }] : [];
    });
  return [{ by, on: 'order' }];
}

const isSame = (a: Use, b: Use) => a.on === b.on && a.line === b.line && a.who === b.who && a.team === b.team;

/** Whether this use is the one that was named. */
function isNamed({ by, on, line, who, team }: Use, lines: readonly Line[]): boolean {
  if (on === 'line' && line?.kind === 'choice') return line.uid === by.uid && (by.who === null || by.who === line.who);
  if (by.uid !== null) return false;
  if (on === 'line') return line?.who === by.who;
  if (on === 'person') return who === by.who;
  return on === 'team' && lines.some((each) => each.team === team && each.who === by.who);
}

/** Whether a code for a whole person finds anything that no more specific one of its unit has. */
function isLeft({ by, on, who }: Use, uses: readonly Use[], lines: readonly Line[]): boolean {
  if (on !== 'person') return true;
  return lines
    .filter((line) => line.who === who)
    .some((line) => {
      const own = uses.find((use) => use.line === line && use.by.unit === by.unit);
      return !own || (by.unit === 'percentage' && own.by.useType === 'single' && line.units.length > 1);
    });
}

function place(held: readonly Held[], lines: readonly Line[], wanted: Wanted): Use[] {
  const uses: Use[] = [];
  const names = ({ who, uid }: Held) => who !== null || uid !== null;
  const named = held.filter(names).flatMap((by) =>
    candidates(by, lines, wanted)
      .filter((use) => isNamed(use, lines))
      .slice(0, 1),
  );
  for (const target of specificity) {
    const ofTarget = held.filter((by) => by.target === target);
    for (const by of [...ofTarget.filter(names), ...ofTarget.filter((each) => !names(each))]) {
      const fitting = candidates(by, lines, wanted);
      if (fitting.length === 0) throw new Refused('INVALID_VOUCHER_SCOPE', by.code);
      const taken = (use: Use) => uses.find((other) => other.by.unit === by.unit && isSame(other, use));
      if (names(by)) {
        const use = fitting.find((each) => isNamed(each, lines));
        if (!use) throw new Refused('INVALID_VOUCHER_TARGET', by.code);
        if (taken(use) || !isLeft(use, uses, lines)) throw new Refused('INVALID_VOUCHER_UNIT', by.code);
        uses.push(use);
        continue;
      }
      const free = fitting.filter((use) => !taken(use));
      const open = free.filter((use) => isLeft(use, uses, lines));
      const unwanted = open.filter((use) => !named.some((other) => other.by.unit === by.unit && isSame(other, use)));
      const chosen = by.useType === 'multi' ? free : [...unwanted, ...open].slice(0, 1);
      if (chosen.length === 0 && fitting.some((use) => taken(use)?.by.target === target))
        throw new Refused('INVALID_VOUCHER_UNIT', by.code);
      uses.push(...chosen);
    }
  }
  return uses;
}

type Outcome = {
  left: number[];
  /** Cents by code, and by code and rate. */
  byCode: Record<string, number>;
  byRate: Record<string, number>;
};

function reduce(lines: readonly Line[], uses: readonly Use[]): Outcome {
  const byCode: Record<string, number> = {};
  const byRate: Record<string, number> = {};
  const take = (line: Line, unit: number, by: Held, off: number) => {
    line.units[unit] = (line.units[unit] as number) - off;
    byCode[by.code] = (byCode[by.code] ?? 0) + off;
    if (off > 0) byRate[`${by.code} ${line.vat}`] = (byRate[`${by.code} ${line.vat}`] ?? 0) + off;
  };
  const own = (line: Line, unit: Voucher['unit']) => uses.find((use) => use.line === line && use.by.unit === unit)?.by;
  const whole = (who: string, unit: Voucher['unit']) => uses.find((use) => use.who === who && use.by.unit === unit)?.by;
  for (const line of lines) {
    for (const [index, unit] of [...line.units.entries()]) {
      const mine = own(line, 'percentage');
      const by = mine && (mine.useType === 'multi' || index === 0) ? mine : whole(line.who, 'percentage');
      if (by) take(line, index, by, up(unit, by.amount));
    }
    const fixed = own(line, 'fixed');
    for (const [index, unit] of [...line.units.entries()])
      if (fixed && (fixed.useType === 'multi' || index === 0)) take(line, index, fixed, Math.min(fixed.amount, unit));
  }
  for (const who of new Set(lines.map((line) => line.who))) {
    const fixed = whole(who, 'fixed');
    let rest = fixed?.amount ?? 0;
    for (const line of lines.filter((each) => each.who === who)) {
      if (!fixed || own(line, 'fixed')) continue;
      for (const [index, unit] of [...line.units.entries()]) {
        const off = Math.min(rest, unit);
        take(line, index, fixed, off);
        rest -= off;
      }
    }
  }
  const together = (parts: readonly Line[], mine: readonly Use[]) => {
    for (const kind of ['percentage', 'fixed'] as const) {
      const by = mine.find((use) => use.by.unit === kind)?.by;
      if (!by) continue;
      const left = parts.map(({ units }) => sum(units));
      const all = sum(left);
      const off = kind === 'percentage' ? up(all, by.amount) : Math.min(by.amount, all);
      const exact = left.map((each) => BigInt(off) * BigInt(each));
      const share = exact.map((each) => (all === 0 ? 0 : Number(each / BigInt(all))));
      const given = new Set<number>();
      while (sum(share) < off) {
        let best = -1;
        for (const [index, each] of exact.entries())
          if (!given.has(index) && (best < 0 || each % BigInt(all) > (exact[best] as bigint) % BigInt(all)))
            best = index;
        given.add(best);
        share[best] = (share[best] as number) + 1;
      }
      for (const [index, line] of parts.entries()) {
        let rest = share[index] as number;
        for (const [at, unit] of [...line.units.entries()]) {
          const part = Math.min(rest, unit);
          take(line, at, by, part);
          rest -= part;
        }
      }
    }
  };
  for (const team of new Set(lines.map((line) => line.team)))
    together(
      lines.filter((line) => line.team === team && line.kind === 'ticket'),
      uses.filter((use) => use.on === 'team' && use.team === team),
    );
  together(
    lines,
    uses.filter(({ on }) => on === 'order'),
  );
  return { left: lines.map(({ units }) => sum(units)), byCode, byRate };
}

/** The price by the rules as they are written; a refusal as its code and what it is about. */
function expected(world: Wanted) {
  const { shop, wanted } = world;
  const lines = linesOf(world);
  try {
    const held = heldCodes(world);
    const uses = place(held, lines, world);
    for (const line of lines.filter(({ kind }) => kind === 'ticket')) {
      const price = shop.competitions.flatMap(({ prices }) => prices).find(({ id }) => id === line.priceId);
      const isHeld = uses.some((use) => use.line === line || use.who === line.who || use.team === line.team);
      if (price?.onlyBuyableWithVoucher && !isHeld) throw new Refused('TICKET_NOT_AVAILABLE', line.who);
    }
    const { left, byCode, byRate } = reduce(lines, uses);
    const protection = wanted.cancellationProtections.length > 0 ? 500 : 0;
    const isShipped = wanted.teams.some(
      (team) => shop.competitions.find(({ id }) => id === team.competitionId)?.withShipping,
    );
    const before = sum(left) + protection + (isShipped ? 690 : 0);
    const total = before > 0 ? before + shop.event.processingFee : 0;
    return {
      total,
      left,
      byCode: Object.fromEntries(held.map(({ code }) => [code, byCode[code] ?? 0])),
      byRate,
    };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.code, about: fold(error.about) };
    throw error;
  }
}

/** The same of the code that is judged. */
function actual({ shop, wanted, known }: Wanted) {
  let quoted: ReturnType<typeof quote> | undefined;
  const refused = refusal(() => {
    quoted = quote(shop, wanted, known, now);
  });
  if (refused || !quoted) {
    const { code = '', participantLocalId = '' } = (refused?.details ?? {}) as Record<string, string>;
    return { refused: refused?.code, about: fold(code || participantLocalId) };
  }
  const byRate: Record<string, number> = {};
  for (const { kind, code, vat, priceTotal } of quoted.orderItems)
    if (kind === 'voucher' && priceTotal < 0) byRate[`${code} ${vat}`] = (byRate[`${code} ${vat}`] ?? 0) - priceTotal;
  const byCode: Record<string, number> = {};
  for (const { code, discountAmount } of quoted.vouchers) byCode[code] = (byCode[code] ?? 0) + discountAmount;
  const choices = [...quoted.articles];
  const left = quoted.tickets.flatMap(({ participantLocalId, chargedPrice }) => [
    chargedPrice,
    ...choices
      .filter((line) => line.participantLocalId === participantLocalId)
      .map((line) => line.unitPrice * line.quantity - line.discount),
  ]);
  return { total: quoted.totalPrice, left, byCode, byRate };
}

const runs = Number(process.env.ORACLE_RUNS ?? times(4000, 800));

test(`${runs} generated baskets cost what the rules say, to the cent, and are refused for what they say (SEED=${seed})`, () => {
  const outcomes = new Map<string, number>();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (thrown) => {
      const world = anyBasket(dice(thrown).roll);
      const wants = expected(world);
      outcomes.set(wants.refused ?? 'priced', (outcomes.get(wants.refused ?? 'priced') ?? 0) + 1);
      expect(actual(world)).toEqual(wants);
    }),
    { numRuns: runs, seed },
  );
  // The generator met everything that can be refused of a code, and mostly priced.
  expect([...outcomes.keys()].sort()).toEqual([
    'INVALID_VOUCHER_CODE',
    'INVALID_VOUCHER_EVENT',
    'INVALID_VOUCHER_EXPIRED',
    'INVALID_VOUCHER_SCOPE',
    'INVALID_VOUCHER_STATUS',
    'INVALID_VOUCHER_TARGET',
    'INVALID_VOUCHER_UNIT',
    'TICKET_NOT_AVAILABLE',
    'priced',
  ]);
  expect(outcomes.get('priced')).toBeGreaterThan(runs / 4);
});
