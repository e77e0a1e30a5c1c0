import { z } from 'zod';
import type { Outcome } from './books.ts';
import { outcomes } from './books.ts';
import { errorNames } from './errors.ts';
import { type ApiFault, rateNames } from './misbehaviour.ts';
import type { SaferpaySimulator } from './simulator.ts';
import { operations } from './validation.ts';

/** What the simulator can be told over HTTP: JSON in, JSON out. A test of another process uses it as methods are used. */
const behavior = z.enum(['DO_NOT_RETRY', 'OTHER_MEANS', 'RETRY', 'RETRY_LATER']).optional();
const failure = z.object({
  errorName: z.enum(errorNames),
  behavior,
  processorResult: z.string().optional(),
  processorMessage: z.string().optional(),
});
const outcome: z.ZodType<Outcome> = z.union([z.enum(outcomes), failure]);
const times = z.int().min(1).max(100_000).optional();
const moment = {
  operation: z.enum([...operations, 'any']),
  when: z.enum(['before', 'after']).optional(),
  times,
  skip: z.int().min(0).optional(),
};
const fault: z.ZodType<ApiFault> = z.union([
  z.object({ ...moment, kind: z.enum(['error500', 'html403', 'close', 'hang']) }),
  z.object({ ...moment, kind: z.literal('delay'), ms: z.int().min(0).max(600_000) }),
  z.object({
    ...moment,
    kind: z.literal('error'),
    errorName: z.enum(errorNames),
    status: z.int().min(400).max(599).optional(),
    behavior,
    message: z.string().optional(),
  }),
]);
const treatment = z.union([
  z.enum(['drop', 'duplicate', 'reorder', 'hold']),
  z.object({ delayMs: z.int().min(0).max(600_000) }),
  z.null(),
]);
const faults = z
  .object({
    seed: z.int(),
    rates: z.partialRecord(z.enum(rateNames), z.number().min(0).max(1)),
    timeouts: z.enum(['close', 'hang']).optional(),
  })
  .nullable();
const milliseconds = z.int().min(0);
const settings = z.strictObject({
  pageExpiryMs: milliseconds.optional(),
  pageSessionMs: milliseconds.optional(),
  assertLifeMs: milliseconds.optional(),
  pendingAssertLifeMs: milliseconds.optional(),
  strictCancel: z.boolean().optional(),
  inquireLagMs: milliseconds.optional(),
});

type Order = (simulator: SaferpaySimulator, body: unknown) => unknown;
const order =
  <T>(schema: z.ZodType<T>, run: (simulator: SaferpaySimulator, body: T) => unknown): Order =>
  (simulator, body) =>
    run(simulator, schema.parse(body));

const orders: Readonly<Record<string, Order>> = {
  outcomes: order(z.object({ outcomes: z.array(outcome) }), (simulator, body) =>
    simulator.misbehaviour.forceOutcomes(...body.outcomes),
  ),
  failures: order(z.object({ failures: z.array(fault) }), (simulator, body) => {
    for (const each of body.failures) simulator.misbehaviour.failNext(each);
  }),
  notifications: order(z.object({ treatments: z.array(treatment) }), (simulator, body) =>
    simulator.misbehaviour.treatNotifications(...body.treatments),
  ),
  'notifications/release': order(
    z.object({ order: z.enum(['oldestFirst', 'newestFirst']).optional() }),
    (simulator, body) => simulator.notifications.release(body.order),
  ),
  'notifications/replay': order(
    z.object({ times: z.int().min(1).max(1000), id: z.string().optional() }),
    (sim, body) => ({
      calls: sim.notifications.replay(body.times, body.id),
    }),
  ),
  pend: order(z.object({ what: z.enum(['capture', 'refund']), times }), (simulator, body) =>
    simulator.misbehaviour.pendNext(body.what, body.times),
  ),
  faults: order(z.object({ faults }), (simulator, body) => simulator.misbehaviour.setFaults(body.faults)),
  reset: order(z.object({}), (simulator) => simulator.misbehaviour.reset()),
  settings: order(settings, (simulator, body) => Object.assign(simulator.settings, body)),
  clock: order(z.object({ advanceMs: milliseconds }), (simulator, body) => simulator.advance(body.advanceMs)),
  pay: order(
    z.object({ token: z.string(), method: z.string().optional(), outcome: outcome.optional() }),
    (simulator, { token, ...how }) => simulator.pay(token, how),
  ),
  finish: order(z.object({ id: z.string(), accepted: z.boolean().optional() }), (simulator, body) =>
    simulator.finish(body.id, body.accepted),
  ),
  alter: order(
    z.object({
      id: z.string(),
      value: z.int().optional(),
      currency: z.string().optional(),
      orderId: z.string().optional(),
    }),
    (simulator, { id, ...claim }) => simulator.alter(id, claim),
  ),
  settled: order(z.object({}), (simulator) => simulator.settled()),
};

const views: Readonly<Record<string, (simulator: SaferpaySimulator) => unknown>> = {
  books: (simulator) => simulator.books(),
  payments: async (simulator) => (await simulator.books()).payments,
  captures: async (simulator) => (await simulator.books()).accounts.flatMap((account) => account.captures),
  refunds: async (simulator) => (await simulator.books()).accounts.flatMap((account) => account.refunds),
  calls: (simulator) => simulator.calls,
  notifications: (simulator) => simulator.notifications.history,
  settings: (simulator) => simulator.settings,
};

/** `GET /_sim/VIEW`, `POST /_sim/ORDER`; 400 with a sentence for what makes no sense. */
export async function answerControl(simulator: SaferpaySimulator, request: Request, name: string): Promise<Response> {
  const view = request.method === 'GET' ? views[name] : undefined;
  const run = request.method === 'POST' ? orders[name] : undefined;
  if (view) return Response.json(await view(simulator));
  if (!run) return Response.json({ error: `nothing called ${name}` }, { status: 404 });
  try {
    const text = await request.text();
    return Response.json((await run(simulator, text === '' ? {} : JSON.parse(text))) ?? {});
  } catch (error) {
    const sentence = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    return Response.json({ error: sentence }, { status: 400 });
  }
}
