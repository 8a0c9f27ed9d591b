import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { EventStoreDBClient, jsonEvent, NO_STREAM, StreamNotFoundError } from '@eventstore/db-client';
import mongoose from 'mongoose';

/**
 * Joins the replica set of the `cluster` profile and makes the users as whom the program comes, with no more than it needs. Says what
 * holds, never a password. May be run again: what is there stays, and passwords become those of EVENTSTORE_URL and MONGODB_URL.
 */

const ADMINS = '$admins';
const REPLICA_SET = 'shop';
const [NOT_YET_INITIALIZED, USER_EXISTS] = [94, 51003];
/** ms for clusters that have just begun to choose their leaders, and between two tries */
const [PATIENCE, PAUSE] = [120_000, 1_000];

/** What `URL` cannot read: an address of several hosts. */
function read(address) {
  const { user, password, hosts } =
    /^[\w+]+:\/\/(?<user>[^:@/]+):(?<password>[^:@/]+)@(?<hosts>[^/?#]+)/.exec(address ?? '')?.groups ?? {};
  if (!hosts) throw new Error('EVENTSTORE_URL and MONGODB_URL must both name a user and hosts');
  return { user: decodeURIComponent(user), password: decodeURIComponent(password), hosts: hosts.split(',') };
}

/** The same hosts and options, as somebody else. */
function as(address, user, password) {
  return address.replace(/:\/\/[^@]*@/, `://${encodeURIComponent(user)}:${encodeURIComponent(password)}@`);
}

/**
 * Our user reads and appends to every stream whose name does not begin with $, reads its metadata, which say whether it was cut, and
 * reads $all. It deletes nothing and changes no metadata: whoever has its password cannot take away what the log holds. Nobody else
 * but admins has anything.
 * https://docs.kurrent.io/server/v26.0/security/user-authorization.html#access-control-lists
 */
export function accessLists(user) {
  const both = [user, ADMINS];
  const others = { $d: ADMINS, $mw: ADMINS };
  return {
    defaults: {
      $userStreamAcl: { $r: both, $w: both, $mr: both, ...others },
      $systemStreamAcl: { $r: ADMINS, $w: ADMINS, $mr: ADMINS, ...others },
    },
    ofAll: { $acl: { $r: both, $w: ADMINS, $mr: ADMINS, ...others } },
  };
}

/** `users`: where a host takes HTTP */
export async function setUpEventStore(address, adminPassword, users = (host) => `https://${host}`) {
  const { user, password, hosts } = read(address);
  const { defaults, ofAll } = accessLists(user);
  const client = EventStoreDBClient.connectionString(as(address, 'admin', adminPassword));
  try {
    await putLast(client, '$settings', 'update-default-acl', defaults);
    // the stream of $all's own metadata
    await putLast(client, '$$$all', '$metadata', ofAll);
  } finally {
    await client.dispose();
  }
  const ask = (path, body) => post(`${users(hosts[0])}/users/${path}`, `admin:${adminPassword}`, body);
  const made = await ask('', { loginName: user, fullName: user, groups: [], password });
  if (made !== 409) return;
  await ask(`${encodeURIComponent(user)}/command/reset-password`, { newPassword: password });
}

/** The last event of such a stream is what holds. */
async function putLast(client, stream, type, data) {
  let last;
  try {
    for await (const { event } of client.readStream(stream)) last = event;
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  if (isDeepStrictEqual(last?.data, data)) return;
  await client.appendToStream(stream, jsonEvent({ type, data }), { expectedRevision: last?.revision ?? NO_STREAM });
}

/** https://docs.kurrent.io/server/v26.0/http-api/security.html#creating-users */
async function post(url, user, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${Buffer.from(user).toString('base64')}` },
    body: JSON.stringify(body),
  });
  if (!response.ok && response.status !== 409) throw new Error(`${new URL(url).pathname} answers ${response.status}`);
  return response.status;
}

/** Our user reads and writes the database that the address names, and the vault beside it; it sees no other. */
export async function setUpMongo(address, root, connect = (url) => new mongoose.mongo.MongoClient(url).connect()) {
  const { user, password, hosts } = read(address);
  const asRoot = as(address, root.user, root.password);
  const database = new URL(address.replace(/@[^/?]*/, '@host')).pathname.slice(1);
  // the one that knows the root user, until the others have joined it
  const alone = asRoot.replace(hosts.join(','), hosts[0]).replace(/replicaSet=\w+/, 'directConnection=true');
  await using(connect(alone), async (admin) => {
    const members = hosts.map((host, _id) => ({ _id, host }));
    await admin.command({ replSetGetStatus: 1 }).catch((error) => {
      if (error.code !== NOT_YET_INITIALIZED) throw error;
      return admin.command({ replSetInitiate: { _id: REPLICA_SET, members } });
    });
  });
  await using(connect(asRoot), async (admin) => {
    const roles = [database, `${database}_vault`].map((db) => ({ role: 'readWrite', db }));
    await admin.command({ createUser: user, pwd: password, roles }).catch((error) => {
      if (error.code !== USER_EXISTS) throw error;
      return admin.command({ updateUser: user, pwd: password, roles });
    });
  });
}

async function using(connecting, work) {
  const client = await connecting;
  try {
    await work(client.db('admin'));
  } finally {
    await client.close();
  }
}

async function persistently(what, work) {
  const until = Date.now() + PATIENCE;
  for (;;) {
    try {
      await work();
      return console.log(`${what} knows the program's user`);
    } catch (error) {
      if (Date.now() > until) throw error;
      console.log(`${what}: ${error instanceof Error ? error.message.split('\n')[0] : error}; tried again`);
      await wait(PAUSE);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { EVENTSTORE_URL, MONGODB_URL, KURRENTDB_DEFAULT_ADMIN_PASSWORD: adminPassword } = process.env;
  const root = { user: process.env.MONGO_INITDB_ROOT_USERNAME, password: process.env.MONGO_INITDB_ROOT_PASSWORD };
  await persistently('EventStoreDB', () => setUpEventStore(EVENTSTORE_URL, adminPassword));
  await persistently('MongoDB', () => setUpMongo(MONGODB_URL, root));
}
