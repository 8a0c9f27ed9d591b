import { MakeStaff } from '../../backend/src/customers/accounts/staffing.js';
import { tokenOf } from '../fixtures/mailbox.js';
import type { OrderServer } from '../fixtures/order-server.js';
import { codeOf } from '../support/authenticator.js';
import type { Row, Rows } from './copies.js';

const PASSWORD = 'correct horse 7';
const FRESH = 'lantern otter mosaic 7';
/** ms that a one-time code is valid */
const STEP = 30_000;

interface Person {
  email: string;
  token: string;
  uuid: string;
}

/** A person with a verified address by default. */
async function owner(world: OrderServer, isProven = true): Promise<Person> {
  const { email } = world.person();
  const { token, uuid } = await world.done('/register', { email, password: PASSWORD }, null);
  if (!isProven) return { email, token, uuid };
  const link = tokenOf(await world.mail('verify-email', email));
  return { email, uuid, token: (await world.done(`/api/actions/${link}`, {}, token)).token };
}

async function staffed(world: OrderServer, role: 'admin' | 'auditor' = 'admin'): Promise<Person> {
  const { email } = world.person();
  await world.server.app.get(MakeStaff).appoint(email, role, PASSWORD);
  const { token, uuid } = await world.done('/login', { email, password: PASSWORD }, null);
  return { email, token, uuid };
}

const codeNow = (world: OrderServer, secret: string) => codeOf(secret, world.server.platform.clock());

async function offered(world: OrderServer) {
  const who = await staffed(world);
  const { secret } = await world.done('/api/user/totp/enrol', { password: PASSWORD }, who.token);
  return { ...who, secret: String(secret) };
}

/** One-time codes are on, and the enrolling code is used up. */
async function enrolled(world: OrderServer) {
  const who = await offered(world);
  const { token } = await world.done('/api/user/totp/confirm', { code: codeNow(world, who.secret) }, who.token);
  world.clock.ahead += STEP;
  const proof = () => ({ password: PASSWORD, otp: codeNow(world, who.secret) });
  return { ...who, token: String(token), proof };
}

/** A requested change of address, and its mailed link. */
async function moving(world: OrderServer) {
  const who = await owner(world);
  const to = world.person().email;
  await world.done('/api/user/updateProfile', { updates: { email: to }, password: PASSWORD }, who.token);
  return { ...who, to, link: tokenOf(await world.mail('move-email', to)) };
}

const byOwner =
  (path: string, body?: object, other?: object): Row[1] =>
  async (world) => ({
    path,
    token: (await owner(world)).token,
    ...(body ? { body } : {}),
    ...(other ? { other } : {}),
  });

const byAdmin =
  (what: string, body: (world: OrderServer) => object, other?: object): Row[1] =>
  async (world) => {
    const { uuid } = await owner(world);
    return { path: `/api/admin/accounts/${uuid}/${what}`, body: body(world), ...(other ? { other } : {}) };
  };

const byOneself =
  (what: string, body: object): Row[1] =>
  async (world) => {
    const { uuid, token } = await staffed(world);
    return { path: `/api/admin/accounts/${uuid}/${what}`, token, body };
  };

const becauseOf = (reason: string) => () => ({ reason });

export const ACCOUNTS: Rows = {
  'POST /register': [
    'AccountRegistered EmailClaimed VerificationRequested',
    (world) => ({ path: '/register', token: null, body: { email: world.person().email, password: PASSWORD } }),
  ],
  'POST /register/ad': [
    'AccountRegistered EmailClaimed InvitationUsed VerificationRequested',
    async (world) => {
      const { adtoken } = await world.done('/api/admin/invitations', {});
      const body = { name: 'Grace Hopper', email: world.person().email, password: PASSWORD, adtoken };
      return { path: '/register/ad', token: null, body };
    },
  ],
  'POST /api/resetpassword': [
    'EmailVerified PasswordChanged',
    async (world) => {
      const { email } = await owner(world);
      await world.done('/api/forgotpw', { email }, null);
      const hash = tokenOf(await world.mail('password-reset', email));
      return { path: '/api/resetpassword', token: null, body: { hash, password: FRESH, confirmPassword: FRESH } };
    },
  ],
  'POST /api/resetpassword, by its owner signed in': [
    'EmailVerified PasswordChanged',
    async (world) => {
      const { email, token } = await owner(world);
      await world.done('/api/forgotpw', { email }, null);
      const hash = tokenOf(await world.mail('password-reset', email));
      return { path: '/api/resetpassword', token, body: { hash, password: FRESH, confirmPassword: FRESH } };
    },
  ],
  'POST /api/user/password': [
    'PasswordChanged',
    byOwner('/api/user/password', { password: PASSWORD, newPassword: FRESH }),
  ],
  'POST /api/user/erase': [
    'EmailReleased ErasureRequested PersonalDataErased',
    byOwner('/api/user/erase', { password: PASSWORD }),
  ],
  'POST /api/user/erase, by staff': [
    'EmailReleased ErasureRequested PersonalDataErased RoleTaken SessionsRevoked',
    async (world) => {
      const { token } = await staffed(world);
      return { path: '/api/user/erase', token, body: { password: PASSWORD } };
    },
  ],
  'POST /api/user/logout': ['SessionEnded', byOwner('/api/user/logout', {})],
  'POST /api/user/logout, everywhere': ['SessionsRevoked', byOwner('/api/user/logout', { which: 'all' })],
  'DELETE /api/user/sessions/{id}': [
    'SessionEnded',
    async (world) => {
      const { token, email } = await staffed(world);
      const { token: other } = await world.done('/login', { email, password: PASSWORD }, null);
      const { sid } = world.server.platform.sessions.check(other) ?? {};
      return { path: `/api/user/sessions/${sid}`, token };
    },
  ],
  'POST /api/user/totp/enrol': [
    'TotpOffered',
    async (world) => ({
      path: '/api/user/totp/enrol',
      token: (await staffed(world)).token,
      body: { password: PASSWORD },
    }),
  ],
  'POST /api/user/totp/confirm': [
    'SessionBegun SessionsRevoked TotpEnrolled',
    async (world) => {
      const { token, secret } = await offered(world);
      return { path: '/api/user/totp/confirm', token, body: () => ({ code: codeNow(world, secret) }) };
    },
  ],
  'POST /api/user/totp/recovery': [
    'RecoveryCodesMade TotpCodeUsed',
    async (world) => {
      const { token, proof } = await enrolled(world);
      return { path: '/api/user/totp/recovery', token, body: proof };
    },
  ],
  'POST /api/user/totp/disable': [
    'TotpCodeUsed TotpDisabled',
    async (world) => {
      const { token, proof } = await enrolled(world);
      return { path: '/api/user/totp/disable', token, body: proof };
    },
  ],
  'POST /api/admin/accounts/{id}/totp/disable': [
    'SessionsRevoked TotpDisabled',
    async (world) => {
      const { uuid } = await enrolled(world);
      return { path: `/api/admin/accounts/${uuid}/totp/disable`, body: { password: world.adminPassword } };
    },
  ],
  'POST /api/user/updateProfile, another address': [
    'EmailMoveRequested',
    async (world) => {
      const { token } = await owner(world);
      const body = { updates: { email: world.person().email }, password: PASSWORD };
      return { path: '/api/user/updateProfile', token, body, other: { updates: { name: 'Eve Quimby' } } };
    },
  ],
  'POST /api/user/resendVerification': [
    'VerificationRequested',
    async (world) => ({ path: '/api/user/resendVerification', token: (await owner(world, false)).token }),
  ],
  'POST /api/actions/{token}, an address is proven': [
    'EmailVerified',
    async (world) => {
      const { email } = await owner(world, false);
      const link = tokenOf(await world.mail('verify-email', email));
      return { path: `/api/actions/${link}`, token: null, body: { password: PASSWORD } };
    },
  ],
  'POST /api/actions/{token}, the reader sets a new password': [
    'AccountEmptied EmailVerified PasswordChanged',
    async (world) => {
      const { email } = await owner(world, false);
      const link = tokenOf(await world.mail('verify-email', email));
      return { path: `/api/actions/${link}`, token: null, body: { newPassword: FRESH } };
    },
  ],
  'POST /api/actions/{token}, the login moves': [
    'EmailClaimed EmailMoved EmailReleased',
    async (world) => {
      const { token, link } = await moving(world);
      return { path: `/api/actions/${link}`, token, body: {} };
    },
  ],
  'POST /api/actions/{token}, a move is undone': [
    'DetailsChanged EmailClaimed EmailReleased EmailVerified PasswordChanged SessionsRevoked',
    async (world) => {
      const { email, token, link } = await moving(world);
      await world.done(`/api/actions/${link}`, {}, token);
      const undo = tokenOf(await world.mail('email-changed-undo', email));
      return { path: `/api/actions/${undo}`, token: null, body: { newPassword: FRESH } };
    },
  ],
  'POST /api/actions/{token}, a move is undone and the password stays': [
    'DetailsChanged EmailClaimed EmailReleased EmailVerified SessionsRevoked',
    async (world) => {
      const { email, token, link } = await moving(world);
      await world.done(`/api/actions/${link}`, {}, token);
      const undo = tokenOf(await world.mail('email-changed-undo', email));
      return { path: `/api/actions/${undo}`, token: null, body: {} };
    },
  ],
  'POST /api/admin/accounts/{id}/lock': ['AccountLocked', byAdmin('lock', becauseOf('stolen'), { reason: 'lost' })],
  'POST /api/admin/accounts/{id}/lock, of oneself': [
    'AccountLocked StaffSuspended',
    byOneself('lock', { reason: 'stolen' }),
  ],
  'POST /api/admin/accounts/{id}/unlock': [
    'AccountUnlocked',
    async (world) => {
      const { uuid } = await owner(world);
      await world.done(`/api/admin/accounts/${uuid}/lock`, { reason: 'stolen' });
      const path = `/api/admin/accounts/${uuid}/unlock`;
      return { path, body: { reason: 'found' }, other: { reason: 'a mistake' } };
    },
  ],
  'POST /api/admin/accounts/{id}/sessions/end': [
    'SessionsRevoked',
    byAdmin('sessions/end', becauseOf('stolen'), { reason: 'lost' }),
  ],
  'POST /api/admin/accounts/{id}/sessions/end, of oneself': [
    'SessionsRevoked',
    byOneself('sessions/end', { reason: 'stolen' }),
  ],
  'POST /api/admin/accounts/{id}/roles': [
    'RoleGranted SessionsRevoked',
    byAdmin('roles', ({ adminPassword: password }) => ({ role: 'auditor', password })),
  ],
  'POST /api/admin/accounts/{id}/roles, to oneself': [
    'RoleGranted SessionsRevoked',
    async (world) => {
      const { email, uuid } = await owner(world);
      await world.server.app.get(MakeStaff).appoint(email, 'admin', PASSWORD);
      const { token } = await world.done('/login', { email, password: PASSWORD }, null);
      return { path: `/api/admin/accounts/${uuid}/roles`, token, body: { role: 'auditor', password: PASSWORD } };
    },
  ],
  'DELETE /api/admin/accounts/{id}/roles/{role}, of oneself': [
    'RoleTaken SessionsRevoked',
    byOneself('roles/admin', { password: PASSWORD }),
  ],
  'DELETE /api/admin/accounts/{id}/roles/{role}': [
    'RoleTaken SessionsRevoked',
    async (world) => {
      const { uuid } = await staffed(world, 'auditor');
      return { path: `/api/admin/accounts/${uuid}/roles/auditor`, body: { password: world.adminPassword } };
    },
  ],
  'POST /api/admin/accounts/{id}/erase': [
    'EmailReleased ErasureRequested PersonalDataErased',
    byAdmin('erase', ({ adminPassword: password }) => ({ reason: 'asked by letter', password })),
  ],
  'POST /api/admin/invitations': [
    'InvitationMade',
    (world) => {
      const body = { role: 'auditor', password: world.adminPassword };
      return { path: '/api/admin/invitations', body, other: { ...body, role: 'admin' } };
    },
  ],
  'DELETE /api/admin/invitations/{id}': [
    'InvitationRevoked',
    async (world) => ({ path: `/api/admin/invitations/${(await world.done('/api/admin/invitations', {})).id}` }),
  ],
};
