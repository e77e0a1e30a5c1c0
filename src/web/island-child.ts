import { Buffer } from 'node:buffer';
import type { ComponentType } from 'react';
import { answerWorks } from '#src/runtime/processes/answer-works.ts';
import { renderIsland } from './island.tsx';

type IslandWork = { name: string; prefix: string; props: object };

/** Encodes a task; `json` are the serialized props. */
export const islandWork = (name: string, prefix: string, json: string): Uint8Array =>
  Buffer.from(`{"name":${JSON.stringify(name)},"prefix":${JSON.stringify(prefix)},"props":${json}}`);

/** The main loop of the process that renders large islands. */
export const renderIslands = (islands: Readonly<Record<string, ComponentType<never>>>): Promise<void> =>
  answerWorks((work) => {
    const { name, prefix, props } = JSON.parse(work.toString('utf8')) as IslandWork;
    const of = islands[name] as ComponentType<object> | undefined;
    if (!of) throw new Error('no such island');
    return Buffer.from(renderIsland(of, props, prefix));
  });
