import {
  aliasedTable,
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  like,
  not,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { LibSQLDatabase } from 'drizzle-orm/libsql';
import { SQLiteAsyncDialect, type SelectedFields as SQLiteSelectedFields, union } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { events } from '#modules/events/schema.ts';
import { orderItems, orders, participants, teams } from '#modules/orders/schema.ts';
import { cents } from '#src/kernel/money.ts';
import { instant } from '#src/kernel/time.ts';
import { quickDialect } from './quick-dialect.ts';

type Db = LibSQLDatabase<Record<string, never>>;
const other = aliasedTable(orders, 'other');
const shown = { id: orders.id, name: { first: participants.firstName, team: teams.teamName } };
const address = { firstName: 'Ada', lastName: "O'Neil" };
const ofOrder = (db: Db, id: number) =>
  db.select({ n: sql<number>`1` }).from(participants).where(eq(participants.orderId, id));
const totalsIn = (db: Db) =>
  db
    .select({ orderId: orderItems.orderId, total: sql<number>`sum(${orderItems.priceTotal})`.as('total') })
    .from(orderItems)
    .groupBy(orderItems.orderId)
    .as('totals');
const lateIn = (db: Db) =>
  db.$with('late').as(
    db
      .select()
      .from(orders)
      .where(gt(orders.orderDate, instant(5))),
  );

const statements: Record<string, (db: Db) => SQLWrapper> = {
  'a whole table': (db) => db.select().from(orders),
  'the same once more, by what it holds': (db) =>
    db
      .select()
      .from(orders)
      .where(and(eq(orders.userId, 7), inArray(orders.id, [1, 2, 3]), isNull(orders.idempotencyKey)))
      .orderBy(desc(orders.orderDate), asc(orders.id))
      .limit(20)
      .offset(40),
  'nothing that could be meant': (db) => db.select().from(orders).where(inArray(orders.id, [])),
  'some columns of joined tables': (db) =>
    db
      .select(shown)
      .from(participants)
      .innerJoin(orders, eq(orders.id, participants.orderId))
      .leftJoin(teams, eq(teams.id, participants.teamId))
      .where(or(like(participants.lastName, 'a%'), not(eq(orders.status, 'canceled')))),
  'the same columns of one table alone': (db) => db.select({ id: orders.id }).from(orders),
  'the same columns beside another table': (db) =>
    db.select({ id: orders.id }).from(orders).innerJoin(events, eq(events.id, orders.eventId)),
  'a table under two names': (db) =>
    db
      .select()
      .from(orders)
      .innerJoin(other, and(eq(other.userId, orders.userId), gt(other.id, orders.id))),
  'expressions with names': (db) =>
    db
      .select({ n: count(), day: sql<string>`date(${orders.orderDate} / 1000)`.as('day') })
      .from(orders)
      .groupBy(sql`day`),
  'a question inside': (db) =>
    db
      .select({ id: orders.id })
      .from(orders)
      .where(exists(ofOrder(db, 4))),
  'a table that is a question': (db) => {
    const totals = totalsIn(db);
    return db
      .select({ id: orders.id, total: totals.total })
      .from(orders)
      .innerJoin(totals, eq(totals.orderId, orders.id));
  },
  'a question with a name before': (db) => db.with(lateIn(db)).select().from(lateIn(db)),
  'two questions in one': (db) =>
    union(db.select({ id: orders.id }).from(orders), db.select({ id: orders.id }).from(orders)).orderBy(orders.id),
  'values of their own kinds': (db) =>
    db.insert(orderItems).values({
      ...{ orderId: 1, position: 0, kind: 'ticket', name: 'a', code: null, amount: 1 },
      ...{ price: cents(5), priceBeforeTax: cents(4), priceTotal: cents(5), vat: 2000 },
    } as never),
  'an insert that may meet one': (db) =>
    db
      .insert(teams)
      .values([
        { orderId: 1, competitionId: 2, teamName: null, position: 0 },
        { orderId: 1, competitionId: 2, teamName: 'b', position: 1 },
      ])
      .onConflictDoUpdate({ target: teams.id, set: { teamName: sql`excluded.team_name` } })
      .returning(),
  'a change with JSON': (db) =>
    db
      .update(orders)
      .set({ contactAddress: address as never, totalPrice: sql`${orders.totalPrice} + ${3}` })
      .where(eq(orders.id, 1))
      .returning({ id: orders.id }),
  'what goes': (db) => db.delete(participants).where(eq(participants.id, sql.placeholder('id'))),
  'text of our own': () => sql`select ${orders.id}, ${'x'}, ${null}, ${undefined} from ${orders} where ${[1, 2]}`,
  'values in the text': () => sql`select ${5}, ${"it's"}`.inlineParams(),
  'values in a part of the text': () => sql`select ${1}, ${sql`${"it's"}`.inlineParams()}`,
};

const writtenBy = (dialect: SQLiteAsyncDialect, statement: (db: Db) => SQLWrapper) => {
  const made = statement(new LibSQLDatabase('async', dialect, {} as never, undefined));
  return dialect.sqlToQuery('toSQL' in made ? made.getSQL() : (made as SQL));
};
const drizzles = new SQLiteAsyncDialect();

describe('statements are those of drizzle', () => {
  for (const [name, statement] of Object.entries(statements)) {
    it(name, () => {
      const { sql: text, params } = writtenBy(drizzles, statement);
      for (const time of ['made', 'kept']) {
        expect({ time, ...writtenBy(quickDialect, statement) }).toMatchObject({ time, sql: text, params });
      }
    });
  }

  it('and their lists of columns, also when they are asked for in another order', () => {
    const asked: SQLiteSelectedFields[] = [
      { a: orders.id, b: orders.userId },
      { b: orders.userId, a: orders.id },
      { a: orders.id, b: orders.userId, c: orders.status },
      { a: orders.id, b: sql`1` },
    ];
    for (const fields of [...asked, ...asked]) {
      const statement = (db: Db) => db.select(fields).from(orders);
      expect(writtenBy(quickDialect, statement).sql).toBe(writtenBy(drizzles, statement).sql);
    }
  });
});
