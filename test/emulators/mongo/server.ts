import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Document } from 'bson';
import { freePort } from '../../support/free-port.js';
import { Faults } from '../faults.js';
import { type Context, GREETINGS, isWrite, runCommand } from './commands.js';
import { Databases } from './databases.js';
import { Refusal } from './refusal.js';
import { encodeReply, Frames, parseRequest, type Request } from './wire.js';

export type MongoFault =
  /** the connection breaks before the command runs */
  | 'kill'
  /** the command runs, and the connection breaks before the answer */
  | 'lostAnswer'
  /** half of a bulk write runs, and the connection breaks */
  | 'halfBatch'
  | 'delay'
  /** the command runs without an answer; the connection stays open */
  | 'hang'
  /** refused as after a step-down */
  | 'notPrimary'
  /** refused as with a full disk */
  | 'diskFull'
  /** refused as by a conflict of two writers */
  | 'writeConflict'
  /** refused as after a timeout of the server */
  | 'timeExpired'
  /** refused for missing rights, permanently */
  | 'forbidden'
  /** an update by $max, which moves checkpoints, is acknowledged and not stored */
  | 'lostCheckpoint'
  /** another write comes between the lookup of a document and its insertion */
  | 'lateInsert';

const REFUSED: Partial<Record<MongoFault, ConstructorParameters<typeof Refusal>>> = {
  notPrimary: ['NotWritablePrimary', 'not primary'],
  diskFull: ['OutOfDiskSpace', 'no space left on device'],
  writeConflict: ['WriteConflict', 'please retry your operation'],
  timeExpired: ['MaxTimeMSExpired', 'operation exceeded time limit'],
  forbidden: ['Unauthorized', 'not authorized'],
};
const DELAY = 30;
/** ms behind a socket */
const REAL_ANSWER = 1;
/** ms that a late insert waits for another write */
const LATE = 250;

export interface MongoEmulator {
  /** names the database `standin` */
  url: string;
  faults: Faults<MongoFault>;
  /** Breaks all connections and refuses new ones; keeps the data. */
  stop(): Promise<void>;
  /** Listens again at the same address. */
  start(): Promise<void>;
}

const ignore = (_command: Document): void => {};

/**
 * A MongoDB server in memory that supports what this product sends and refuses the rest; `hear` is called with each command. `isLate`:
 * answers as late as a real server
 */
export async function startMongo({
  faults = new Faults<MongoFault>(),
  hear = ignore,
  isLate = false,
} = {}): Promise<MongoEmulator> {
  const server = new MongoServer(faults, hear, isLate);
  const port = await freePort();
  await server.listen(port);
  return {
    url: `mongodb://127.0.0.1:${port}/standin`,
    faults,
    stop: () => server.close(),
    start: () => server.listen(port),
  };
}

class MongoServer {
  readonly #held = new Databases();
  readonly #cursors: Context['cursors'] = new Map();
  readonly #sockets = new Set<Socket>();
  #waiting: (() => void)[] = [];
  #server: Server | undefined;

  constructor(
    private readonly faults: Faults<MongoFault>,
    private readonly hear: (command: Document) => void,
    private readonly isLate: boolean,
  ) {}

  listen(port: number): Promise<void> {
    // A connection that arrives during the close would keep the server open.
    const server = createServer((socket) => (this.#server === server ? this.#serve(socket) : socket.destroy()));
    this.#server = server;
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  #serve(socket: Socket): void {
    const frames = new Frames();
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      try {
        for (const message of frames.push(chunk)) void this.#answer(socket, parseRequest(message));
      } catch {
        socket.destroy(); // what comes is not this protocol
      }
    });
  }

  async #answer(socket: Socket, request: Request): Promise<void> {
    this.hear(request.command);
    if (this.isLate) await wait(REAL_ANSWER);
    const fault = this.#faultOf(request.command);
    if (fault === 'kill') return void socket.destroy();
    if (fault === 'halfBatch') halve(request.command);
    const reply = await this.#run(request, fault);
    if (fault === 'lostAnswer' || fault === 'halfBatch') return void socket.destroy();
    if (fault === 'delay') await wait(DELAY);
    if (fault === 'hang' || !request.wantsReply || socket.destroyed) return;
    socket.write(encodeReply(request, reply));
  }

  #faultOf(command: Document): MongoFault | undefined {
    if (GREETINGS.includes(Object.keys(command)[0] ?? '')) return undefined;
    const { updates } = command;
    const candidates: MongoFault[] = ['kill', 'delay', ...(Object.keys(REFUSED) as MongoFault[])];
    // A replica set recognises repeated writes by their number, which this server lacks. https://www.mongodb.com/docs/manual/core/retryable-writes/
    if (command.findAndModify === undefined) candidates.push('lostAnswer', 'hang');
    if (updates?.length > 1) candidates.push('halfBatch');
    if (updates?.some((update: Document) => update.upsert)) candidates.push('lateInsert');
    if (updates?.some((update: Document) => update.u.$max)) candidates.push('lostCheckpoint');
    return this.faults.draw(...candidates);
  }

  async #run({ command, database }: Request, fault?: MongoFault): Promise<Document> {
    const context: Context = { held: this.#held, cursors: this.#cursors, database };
    if (fault === 'lateInsert') context.beforeInsert = () => this.#nextWrite();
    try {
      const refused = fault && REFUSED[fault];
      if (refused) throw new Refusal(...refused);
      const lost = fault === 'lostCheckpoint' ? withoutCheckpoints(command) : 0;
      const reply = await runCommand(command, context);
      return lost === 0 ? reply : { ...reply, n: reply.n + lost, nModified: (reply.nModified ?? 0) + lost };
    } catch (error) {
      const { code, codeName, message } = error instanceof Refusal ? error : new Refusal('BadValue', String(error));
      return { ok: 0, errmsg: message, code, codeName };
    } finally {
      if (isWrite(command)) for (const go of this.#waiting.splice(0)) go();
    }
  }

  async #nextWrite(): Promise<void> {
    const abort = new AbortController();
    const written = new Promise<void>((resolve) => this.#waiting.push(resolve));
    await Promise.race([written, wait(LATE, undefined, { signal: abort.signal, ref: false }).catch(() => {})]);
    abort.abort();
  }
}

/** Keeps the first half of the statements. */
function halve(command: Document): void {
  command.updates = command.updates.slice(0, Math.floor(command.updates.length / 2));
}

/** Removes updates by $max, and returns how many of them to acknowledge. */
function withoutCheckpoints(command: Document): number {
  const { length } = command.updates;
  command.updates = command.updates.filter((update: Document) => !update.u.$max);
  return length - command.updates.length;
}
