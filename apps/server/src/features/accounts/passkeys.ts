import { isIP } from 'node:net'
import type { NewCredential, SignedCredential } from '@fieldhouse/contract/accounts/sign-in-methods'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import { isLoopbackHost } from '@fieldhouse/domain/hosts'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { hashToken, newToken } from '../../crypto/crypto.ts'
import type { Db } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'
import { orThrow } from '../../http/errors/api-error.ts'
import type { AnyCall } from '../../http/operation.ts'
import { passkeyChallenges } from './password-store.ts'

/** The site that passkeys are bound to, as Web Authentication calls it: the relying party. */
type PasskeySite = { id: string; origin: string }

/** EdDSA, ES256 and RS256, which all authenticators offer one of. */
const ALGORITHMS = [-8, -7, -257]

const SITE_NAME = 'Fieldhouse'

/** The site of a request; null where browsers offer no passkeys: without https, and at an IP address. */
export function passkeySiteOf({ ctx, request }: AnyCall): PasskeySite | null {
  const address = ctx.address.current() ?? `http://${request.host}`
  if (!URL.canParse(address)) return null
  const { protocol, hostname, origin } = new URL(address)
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  return (protocol === 'https:' || isLoopbackHost(hostname)) && !isAddress ? { id: hostname, origin } : null
}

/** The site of a request. Throws `passkeys_unavailable`. */
export function requirePasskeySite(call: AnyCall): PasskeySite {
  return orThrow(passkeySiteOf(call), 'passkeys_unavailable')
}

export async function checkNewPasskey(
  call: AnyCall,
  credential: NewCredential,
  userId: number,
): Promise<{ passkey: PasskeyData; challenge: string } | null> {
  const site = requirePasskeySite(call)
  const challenge = await findChallenge(call, credential, 'register', userId)
  if (challenge === null) return null
  const verified = await orRejection(call, () =>
    verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (verified === null) return null
  const { registrationInfo } = verified
  if (registrationInfo === undefined) return logRejection(call, 'The attestation is not valid.')
  const { id, publicKey, counter } = registrationInfo.credential
  const passkey = {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: credential.response.transports ?? [],
  }
  return { passkey, challenge }
}

/**
 * The passkey that has signed an open challenge of this purpose. `userId` is the user who must own it; null for
 * any, for a passkey that is the only factor. Returns null if the signature is not acceptable.
 */
export async function checkPasskeyProof(
  call: AnyCall,
  credential: SignedCredential,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<PasskeyProof | null> {
  const site = requirePasskeySite(call)
  const challenge = await findChallenge(call, credential, purpose, userId)
  if (challenge === null) return null
  const passkey = await findPasskey(call.ctx.db, credential.id)
  if (passkey === null || (userId !== null && passkey.userId !== userId))
    return logRejection(call, 'The passkey is unknown.')
  const { credentialId: id, publicKey, counter } = passkey
  const result = await orRejection(call, () =>
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: userId === null,
      credential: { id, publicKey: fromBase64Url(publicKey), counter },
    }),
  )
  if (result === null) return null
  if (!result.verified) return logRejection(call, 'The signature does not match the public key.')
  const { newCounter } = result.authenticationInfo
  return { kind: 'passkey', userId: passkey.userId, passkey, counter: newCounter, challenge }
}

/** The reason helps the operator, such as with a wrong PUBLIC_URL, and nobody else. */
function logRejection({ request }: AnyCall, reason: string): null {
  request.log.warn({ reason, from: request.ip }, 'passkey rejected')
  return null
}

type PasskeyOwner = { userId: number; username: string; passkeys: readonly PasskeyData[] }

export function creationOptions(site: PasskeySite, owner: PasskeyOwner, challenge: string) {
  return generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: site.id,
    userName: owner.username,
    userDisplayName: owner.username,
    userID: new TextEncoder().encode(String(owner.userId)),
    challenge: fromBase64Url(challenge),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: allowList(owner.passkeys),
    // Passkeys that the browser finds without a username, so that they can replace the password.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
}

/**
 * `passkeys` are those that may be used; null for any, which then has to verify its owner by PIN, face or
 * fingerprint.
 */
export function requestOptions(
  site: PasskeySite,
  passkeys: readonly PasskeyData[] | null,
  challenge: string,
) {
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: fromBase64Url(challenge),
    userVerification: passkeys === null ? 'required' : 'preferred',
    ...(passkeys === null ? {} : { allowCredentials: allowList(passkeys) }),
  })
}

function orRejection<Result>(call: AnyCall, verify: () => Promise<Result>): Promise<Result | null> {
  return verify().catch((error) => logRejection(call, error instanceof Error ? error.message : String(error)))
}

const ClientData = z.object({ challenge: z.string() })

/** The challenge that a credential claims to answer; null if it is unreadable. */
function challengeOf(credential: NewCredential | SignedCredential): string | null {
  const text = Buffer.from(credential.response.clientDataJSON, 'base64url').toString()
  try {
    return ClientData.parse(JSON.parse(text)).challenge
  } catch {
    return null
  }
}

function allowList(passkeys: readonly PasskeyData[]) {
  return passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] }))
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}

/** Bytes are base64url. `usedAt` is null if it was never used to sign in. */
type Passkey = ReturnType<typeof toPasskey>

type PasskeyData = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>

/** What a challenge was created for; it is valid for nothing else. */
type ChallengePurpose = 'register' | 'sign_in' | 'second_factor' | 'confirm'

/** A signed challenge, which must be used up together with what it allows. */
export type PasskeyProof = {
  kind: 'passkey'
  userId: number
  passkey: Passkey
  counter: number
  challenge: string
}

const CHALLENGE_TTL_MS = 5 * MINUTE_MS

/** A user's passkeys, oldest first. */
export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(toPasskey)
}

async function findPasskey(db: Db, credentialId: string): Promise<Passkey | null> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row === undefined ? null : toPasskey(row)
}

/**
 * Creates a challenge of 256 random bits. Throws `too_many_attempts`.
 * @param userId null if the passkey will say who signs in
 */
export async function createChallenge(
  { ctx, request }: AnyCall,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<string> {
  const requester = userId === null ? `address:${request.addressBlock}` : `user:${userId}`
  await ctx.limiter.consume(passkeyChallenges(requester), ctx.now())
  const challenge = newToken()
  const expires_at = ctx.now().getTime() + CHALLENGE_TTL_MS
  await ctx.db
    .insertInto('passkey_challenges')
    .values({ challenge_hash: hashToken(challenge), purpose, user_id: userId, expires_at })
    .execute()
  return challenge
}

/** The challenge that a credential answers; null unless it is open, and was created for this purpose and user. */
async function findChallenge(
  call: AnyCall,
  credential: NewCredential | SignedCredential,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<string | null> {
  const challenge = challengeOf(credential)
  const row = await call.ctx.db
    .selectFrom('passkey_challenges')
    .select('purpose')
    .where((eb) => eb.and({ challenge_hash: hashToken(challenge ?? ''), purpose }))
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', call.ctx.now().getTime())
    .executeTakeFirst()
  return row === undefined ? logRejection(call, 'The challenge is not open.') : challenge
}

/**
 * Uses up a verified signature: its challenge, and the state of the passkey's counter. Returns false if another
 * request was faster.
 */
export async function spendPasskeyProof(
  db: Db,
  { passkey, counter, challenge }: PasskeyProof,
  now: Date,
): Promise<boolean> {
  if (!(await deleteChallenge(db, challenge))) return false
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, used_at: now.getTime() })
    .where((eb) => eb.and({ id: passkey.id, counter: passkey.counter }))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up a challenge. Returns false if another request was faster. */
export async function deleteChallenge(db: Db, challenge: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

const Transports = z.array(z.string())

function toPasskey(row: Selectable<Database['passkeys']>) {
  return {
    id: row.id,
    userId: row.user_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: Transports.parse(JSON.parse(row.transports)),
    name: row.name,
    createdAt: new Date(row.created_at),
    usedAt: row.used_at === null ? null : new Date(row.used_at),
  }
}
