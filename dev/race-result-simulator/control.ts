import { z } from 'zod';
import { eventSchema, hookSchema, participantSchema, settingsSchema } from './books.ts';
import { faultSchema, ratesSchema } from './misbehaviour.ts';
import type { RaceResultSimulator } from './simulator.ts';

/** The simulator's control over HTTP, for tests of another process. */
type Order = (simulator: RaceResultSimulator, body: unknown) => unknown;
const order =
  <T>(schema: z.ZodType<T>, run: (simulator: RaceResultSimulator, body: T) => unknown): Order =>
  (simulator, body) =>
    run(simulator, schema.parse(body));

const orders: Readonly<Record<string, Order>> = {
  events: order(eventSchema, (simulator, event) => void simulator.addEvent(event)),
  failures: order(z.object({ failures: z.array(faultSchema) }), (simulator, { failures }) => {
    for (const failure of failures) simulator.misbehaviour.failNext(failure);
  }),
  rates: order(ratesSchema, (simulator, rates) => simulator.misbehaviour.setRates(rates)),
  reset: order(z.object({}), (simulator) => simulator.misbehaviour.reset()),
  settings: order(settingsSchema.partial(), (simulator, settings) => Object.assign(simulator.settings, settings)),
  hooks: order(z.object({ eventId: z.string(), hooks: z.array(hookSchema) }), (simulator, { eventId, hooks }) => {
    const event = simulator.event(eventId);
    if (event) event.hooks = hooks;
  }),
  change: order(z.object({ eventId: z.string(), pid: z.int(), values: participantSchema }), (simulator, body) =>
    simulator.change(body.eventId, body.pid, body.values),
  ),
  settled: order(z.object({}), (simulator) => simulator.settled()),
};

const views: Readonly<Record<string, (simulator: RaceResultSimulator) => unknown>> = {
  events: (simulator) => simulator.events(),
  calls: (simulator) => simulator.calls,
  settings: (simulator) => simulator.settings,
};

/** `GET /_sim/VIEW`, `POST /_sim/ORDER`; 400 with a sentence for invalid input. */
export async function answerControl(simulator: RaceResultSimulator, request: Request, name: string): Promise<Response> {
  const view = request.method === 'GET' ? views[name] : undefined;
  const run = request.method === 'POST' ? orders[name] : undefined;
  if (view) return Response.json(view(simulator));
  if (!run) return Response.json({ error: `nothing called ${name}` }, { status: 404 });
  try {
    const text = await request.text();
    return Response.json((await run(simulator, text === '' ? {} : JSON.parse(text))) ?? {});
  } catch (error) {
    const sentence = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    return Response.json({ error: sentence }, { status: 400 });
  }
}
