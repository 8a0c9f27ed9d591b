import { existsSync } from 'node:fs';
import { Server } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/**
 * Preload for `node --import`: a request to /crash ends the program by an uncaught error (`?how=thrown`) or a thrown value that is no error
 * (`odd`), each of which holds the request. Once the file END_THREAD is there, an uncaught error that holds a card ends the other threads.
 */
const LOOK_AGAIN = 5;
const { emit } = Server.prototype;

async function crash(request) {
  const how = new URL(request.url, 'http://localhost').searchParams.get('how');
  const body = Buffer.concat(await request.toArray()).toString();
  const about = { body: JSON.parse(body), headers: request.headers, rawBody: Buffer.from(body) };
  if (how === 'odd')
    setImmediate(() => {
      throw { message: 'odd', ...about };
    });
  const error = Object.assign(new Error(`cannot send to ${about.body.email} by ${about.body.card.number}`), about);
  error.cause = Object.assign(new Error('the one before'), { config: { data: body } });
  if (how === 'thrown')
    setImmediate(() => {
      throw error;
    });
}

Server.prototype.emit = function (event, request, ...rest) {
  if (event !== 'request' || !request.url.startsWith('/crash')) return emit.call(this, event, request, ...rest);
  void crash(request);
  return true;
};

function endThread() {
  if (!existsSync(process.env.END_THREAD ?? '')) return;
  throw Object.assign(new Error('cannot charge 4242424242424242'), { body: { number: '4242424242424242' } });
}

if (!isMainThread) setInterval(endThread, LOOK_AGAIN).unref();
