/** Sends records that were read, some hundred at a time; waits until the other process took them. */
export type SendRecords<Record> = (records: readonly Record[]) => Promise<void>;

/**
 * Reads a file in the process of the sandbox, where neither database nor secrets are. Records are sent as they are read, and
 * what it answers is told behind them; both travel as JSON.
 * @throws Problem for a file that is refused
 */
export type ReadInSandbox<Options, Record, Answer> = (
  bytes: Uint8Array,
  options: Options,
  send: SendRecords<Record>,
) => Promise<Answer>;

export type SandboxLimits = {
  /** From the file's turn until its answer, with the start of the process. */
  timeoutMs: number;
  /** Maximum memory of the whole process, which takes some 60 MB before it reads anything. */
  maxMemoryBytes: number;
  /** Maximum of the result, as JSON. */
  maxAnswerBytes: number;
};

/** A kind of file that people upload. The types are those of its reader. */
export type FileKind<Options, Record, Answer> = {
  /** The name under which `src/app/file-readers.ts` has its reader. */
  name: string;
  limits?: Partial<SandboxLimits>;
  /** @throws Problem for a file that takes more than its limits */
  refuseCostly(): never;
  /** Never called: only its types are needed here. */
  reader?: ReadInSandbox<Options, Record, Answer>;
};

/** The readers by name, each loaded when the first file of its kind comes. */
export type FileReaders = Readonly<Record<string, () => Promise<ReadInSandbox<never, unknown, unknown>>>>;

/** How a work begins: this as JSON in a frame of its own, then the file. */
export type SandboxWork = { kind: string; options: unknown };
/** How an answer ends. */
export type SandboxAnswer =
  | { answer: unknown }
  | { refused: { code: string; status: number; details: Readonly<Record<string, unknown>> } };
