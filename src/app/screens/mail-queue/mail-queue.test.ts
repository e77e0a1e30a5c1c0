import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { mailboxAttachments, mailboxMessages, mails } from '#src/data/schema.ts';
import { hours, instant, minutes, seconds } from '#src/kernel/time.ts';
import { forgetOldMailbox, mailboxSize } from '#src/mail/mailer.ts';
import { smtpTransport } from '#src/mail/smtp.ts';
import { mailerOver } from '#tests/support/mailer.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { startSmtpServer } from '#tests/support/smtp-server.ts';

const figures = async (shop: Awaited<ReturnType<typeof testShop>>) => {
  const request = new Request('http://shop.test/metrics');
  const text = await (await shop.shop.fetch(request, { remoteAddress: '127.0.0.1' })).text();
  const figure = (name: string) => Number(new RegExp(`^startblock_${name} (\\d+)$`, 'm').exec(text)?.[1]);
  return ['mails_waiting', 'mail_oldest_waiting_seconds', 'mails_failed'].map(figure);
};

/** A page without the places where a long address may be broken. */
const pageAt = async (who: Caller, path: string) => (await (await who.fetch(path)).text()).replaceAll('<wbr/>', '');

/** Somebody has booked, and there is a super admin. */
async function booked() {
  const shop = await testShop({ env: { LIMIT_FACTOR: '0' } });
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  const race = await shop.deps.write((work) => makeRace(work, { event: { paymentInAdvancePossible: true } }));
  const order = async (email: string) => {
    const buyer = shop.visitor();
    await buyer.json('POST', '/api/auth/code/unauthenticated-login', { email, eventId: race.eventId });
    const { body } = await buyer.json<{ orderId: number }>(
      'POST',
      `/api/events/${race.eventId}/book`,
      bookingOf(race, [runner({})]),
    );
    await buyer.json('POST', `/api/orders/${body.orderId}/payment-in-advance`);
    return body.orderId;
  };
  return { shop, admin, order };
}

/** A shop whose mail server went away after the super admin logged in. */
async function away() {
  const gone = await startSmtpServer();
  await gone.stop();
  const scene = await booked();
  const { shop } = scene;
  const mailer = mailerOver(shop.deps, smtpTransport(gone.url));
  const deliver = async () => {
    await shop.shop.settle({ mails: false });
    await mailer.sendWaiting();
  };
  const comeBack = () => startSmtpServer({ port: Number(new URL(gone.url).port) });
  return { ...scene, deliver, comeBack };
}

test('a mail server that is away is seen in the metrics, under "to do" and in the queue, until all is sent', async () => {
  const { shop, admin, order, deliver, comeBack } = await away();
  const todo = async () => (await admin.fetch('/admin/todo')).text();
  await order('one@example.test');
  await order('two@example.test');
  await deliver();
  expect(await figures(shop)).toEqual([2, 0, 0]);
  expect(await todo()).not.toContain('data-task="mails');
  shop.clock.advance(minutes(6));
  await deliver();
  expect(await figures(shop)).toEqual([2, 360, 0]);
  expect(await todo()).toMatch(/data-task="mailsWaiting"><p><a href="\/admin\/mails">2 E-Mails warten seit mehr als/);
  const queue = await pageAt(admin, '/admin/mails');
  expect(queue).toContain('two@example.test');
  expect(queue.match(/Der Mailserver ist nicht erreichbar\./g)).toHaveLength(2);
  expect(queue).not.toContain('/resend');
  const filtered = (state: string) => pageAt(admin, `/admin/mails?state=${state}`);
  expect(await filtered('tried')).toContain('two@example.test');
  expect(await filtered('waiting')).not.toContain('two@example.test');
  expect(await filtered('failed')).not.toContain('two@example.test');
  const smtp = await comeBack();
  shop.clock.advance(seconds(30));
  await deliver();
  await smtp.stop();
  expect(smtp.mails).toHaveLength(2);
  expect(await figures(shop)).toEqual([0, 0, 0]);
  expect(await todo()).not.toContain('data-task="mails');
});

test('a mail that was given up is sent again by a super admin, who is written down', async () => {
  const { shop, admin, order } = await booked();
  const orderId = await order('one@example.test');
  await shop.settle();
  const failed = { status: 'failed', failure: 'recipient', lastError: '550 5.1.1 no such user' } as const;
  await shop.deps.write(async ({ tx, now }) => {
    await tx
      .update(mails)
      .set({ ...failed, nextAttemptAt: now })
      .where(eq(mails.orderId, orderId));
    await tx.insert(mails).values([
      {
        ...failed,
        type: 'OrganizerAccess',
        uniqueKey: 'again',
        recipient: 'owner@example.test',
        locale: 'de',
        params: { organizerId: 999, role: 'owner' },
        nextAttemptAt: now,
        createdAt: now,
      },
      {
        ...failed,
        type: 'MailCode',
        uniqueKey: 'code',
        recipient: 'late@example.test',
        locale: 'de',
        params: {},
        expiresAt: now,
        nextAttemptAt: now,
        createdAt: now,
      },
    ]);
  });
  expect(await (await admin.fetch('/admin/todo')).text()).toMatch(
    /data-task="mailsFailed"><p><a href="\/admin\/mails\?state=failed">Eine E-Mail konnte nicht zugestellt werden/,
  );
  const page = await (await admin.fetch('/admin/mails?state=failed')).text();
  expect(page).toContain('550 5.1.1 no such user');
  expect(page).toContain('Der Mailserver nimmt nichts für diese Adresse an.');
  const rows = await shop.deps.read.select().from(mails).where(eq(mails.status, 'failed'));
  const numberOf = (recipient: string) => rows.find((row) => row.recipient === recipient)?.id ?? 0;
  const resend = async (recipient: string, who = admin) =>
    (await who.form(`/admin/mails/${numberOf(recipient)}/resend`, {})).headers.get('location');
  const [ofOrder, other, late] = ['one@example.test', 'owner@example.test', 'late@example.test'];
  expect([...page.matchAll(/mails\/(\d+)\/resend/g)].map(([, id]) => Number(id)).sort()).toEqual(
    [numberOf(ofOrder), numberOf(other)].sort(),
  );
  expect(await resend(other)).toBe('/admin/mails?done=1');
  expect(await resend(ofOrder)).toBe('/admin/mails?done=1');
  expect(await resend(ofOrder)).toBe('/admin/mails?refused=MAIL_ALREADY_SENT');
  expect(await resend(late)).toBe('/admin/mails?refused=NOT_FOUND');
  expect(await resend(other)).toBe('/admin/mails?refused=NOT_FOUND');
  const again = await shop.deps.read.select().from(mails).where(eq(mails.status, 'queued'));
  expect(again.map(({ recipient, attempts, failure }) => [recipient, attempts, failure])).toEqual([
    [other, 0, null],
    [ofOrder, 0, null],
  ]);
  const audits = await shop.deps.read.all<{ comment: string }>(
    `select comment from account_audits where type = 'MailSentAgain' and user_id = actor_id order by id`,
  );
  expect(audits.map(({ comment }) => comment)).toEqual([`mail ${numberOf(other)}`, `mail ${numberOf(ofOrder)}`]);
  await shop.settle();
  const buyer = await shop.login('buyer@example.test');
  await resend(ofOrder, buyer);
  expect(await shop.deps.read.select().from(mails).where(eq(mails.status, 'queued'))).toHaveLength(0);
  shop.clock.set(instant(shop.clock() + hours(25)));
  expect((await figures(shop))[2]).toBe(0);
});

test('the mailbox of a demo keeps its newest mails and says how many', async () => {
  const { deps, visitor } = await testShop();
  await deps.write(async (work) => {
    const message = { recipient: 'a@example.test', subject: 'Hallo', text: '', html: '', createdAt: work.now };
    for (let from = 0; from < mailboxSize + 5; from += 500) {
      const count = Math.min(500, mailboxSize + 5 - from);
      await work.tx.insert(mailboxMessages).values(Array.from({ length: count }, () => message));
    }
    await work.tx
      .insert(mailboxAttachments)
      .values(
        [5, 6].map((messageId) => ({ messageId, name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('a') })),
      );
  });
  await deps.write(forgetOldMailbox);
  const left = await deps.read.select({ id: mailboxMessages.id }).from(mailboxMessages);
  expect([left.length, Math.min(...left.map(({ id }) => id))]).toEqual([mailboxSize, 6]);
  expect(await deps.read.select({ of: mailboxAttachments.messageId }).from(mailboxAttachments)).toEqual([{ of: 6 }]);
  await deps.write(forgetOldMailbox);
  expect(await deps.read.select({ id: mailboxMessages.id }).from(mailboxMessages)).toHaveLength(mailboxSize);
  expect(await (await visitor().fetch('/dev/mailbox')).text()).toContain('Die neuesten 2.000 E-Mails bleiben liegen.');
});
