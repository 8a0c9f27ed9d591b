import { Server } from 'node:http';

/**
 * Preload for `node --import`: a request to /crash ends the program by an uncaught error (`?how=thrown`) or a thrown value that is no error
 * (`odd`), each of which holds the request.
 */
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
