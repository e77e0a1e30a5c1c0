import { z } from 'zod';
import { claimSchema, outcomeSchema } from './books.ts';
import { settingsSchema } from './core.ts';
import { faultSchema, faultsSchema, pendSchema, treatmentSchema } from './misbehaviour.ts';
import type { SaferpaySimulator } from './simulator.ts';

/** The simulator's control over HTTP: JSON in, JSON out. */
type Order = (simulator: SaferpaySimulator, body: unknown) => unknown;
const order =
  <T>(schema: z.ZodType<T>, run: (simulator: SaferpaySimulator, body: T) => unknown): Order =>
  (simulator, body) =>
    run(simulator, schema.parse(body));

const orders: Readonly<Record<string, Order>> = {
  outcomes: order(z.object({ outcomes: z.array(outcomeSchema) }), (simulator, body) =>
    simulator.misbehaviour.forceOutcomes(...body.outcomes),
  ),
  failures: order(z.object({ failures: z.array(faultSchema) }), (simulator, body) => {
    for (const each of body.failures) simulator.misbehaviour.failNext(each);
  }),
  notifications: order(z.object({ treatments: z.array(treatmentSchema) }), (simulator, body) =>
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
  pend: order(pendSchema, (simulator, body) => simulator.misbehaviour.pendNext(body.what, body.times)),
  faults: order(z.object({ faults: faultsSchema }), (simulator, body) => simulator.misbehaviour.setFaults(body.faults)),
  reset: order(z.object({}), (simulator) => simulator.misbehaviour.reset()),
  settings: order(settingsSchema.partial(), (simulator, body) => Object.assign(simulator.settings, body)),
  clock: order(z.object({ advanceMs: z.int().min(0) }), (simulator, body) => simulator.advance(body.advanceMs)),
  pay: order(
    z.object({ token: z.string(), method: z.string().optional(), outcome: outcomeSchema.optional() }),
    (simulator, { token, ...how }) => simulator.pay(token, how),
  ),
  finish: order(z.object({ id: z.string(), accepted: z.boolean().optional() }), (simulator, body) =>
    simulator.finish(body.id, body.accepted),
  ),
  alter: order(claimSchema.extend({ id: z.string() }), (simulator, { id, ...claim }) => simulator.alter(id, claim)),
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

/** `GET /_sim/VIEW`, `POST /_sim/ORDER`; 400 with a sentence for invalid input. */
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
