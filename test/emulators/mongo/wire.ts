import { type Document, deserialize, serialize } from 'bson';

/** Source of layouts and numbers: MongoDB wire protocol, www.mongodb.com/docs/manual/reference/mongodb-wire-protocol */
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const HEADER_BYTES = 16;
const MAX_MESSAGE_BYTES = 48_000_000;

export interface Request {
  id: number;
  /** sent by OP_QUERY, as only a connection's first hello is */
  legacy: boolean;
  wantsReply: boolean;
  database: string;
  command: Document;
}

/** Cuts a byte stream into messages. @throws on an impossible length */
export class Frames {
  #rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): Buffer[] {
    const messages: Buffer[] = [];
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= 4) {
      const length = this.#rest.readInt32LE(0);
      if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) throw new Error(`no message is ${length} bytes long`);
      if (this.#rest.length < length) break;
      messages.push(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
    }
    return messages;
  }
}

export function parseRequest(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const opcode = message.readInt32LE(12);
  if (opcode === OP_MSG) return parseMsg(id, message);
  if (opcode === OP_QUERY) return parseQuery(id, message);
  throw new Error(`the opcode ${opcode} is not supported`);
}

/** Kind 0 is the command, kind 1 a named list of its documents. */
function parseMsg(id: number, message: Buffer): Request {
  const flags = message.readUInt32LE(HEADER_BYTES);
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  let command: Document = {};
  const lists: Document = {};
  for (let at = HEADER_BYTES + 4; at < end; ) {
    const kind = message[at];
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    if (kind === 0) command = deserialize(section);
    else if (kind === 1) {
      const [name, start] = cstring(section, 4);
      lists[name] = documents(section.subarray(start));
    } else throw new Error(`sections of kind ${kind} are not supported`);
    at += 1 + size;
  }
  Object.assign(command, lists);
  return { id, legacy: false, wantsReply: !(flags & MORE_TO_COME), database: String(command.$db), command };
}

function parseQuery(id: number, message: Buffer): Request {
  const [namespace, at] = cstring(message, HEADER_BYTES + 4);
  const command = deserialize(message.subarray(at + 8, at + 8 + message.readInt32LE(at + 8)));
  return { id, legacy: true, wantsReply: true, database: namespace.split('.')[0] ?? '', command };
}

function documents(bytes: Buffer): Document[] {
  const found: Document[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.readInt32LE(at);
    found.push(deserialize(bytes.subarray(at, at + size)));
    at += size;
  }
  return found;
}

function cstring(bytes: Buffer, start: number): [text: string, next: number] {
  const end = bytes.indexOf(0, start);
  return [bytes.toString('utf8', start, end), end + 1];
}

export function encodeReply(request: Request, reply: Document): Buffer {
  const body = serialize(reply);
  const head = Buffer.alloc(HEADER_BYTES + (request.legacy ? 20 : 5));
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(request.id, 8);
  head.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) head.writeInt32LE(1, 32); // one document follows
  return Buffer.concat([head, body]);
}
