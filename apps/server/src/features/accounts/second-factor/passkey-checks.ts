import type { NewCredential, SignedCredential } from '@fieldhouse/contract/passkeys'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../../http/errors/api-error.ts'
import type { ChallengePurpose, PasskeyStore } from './passkey-store.ts'
import {
  challengeOf,
  type PasskeyData,
  type PasskeySite,
  passkeySiteOf,
  verifyNewPasskey,
  verifySignature,
} from './passkeys.ts'
import type { Proof } from './proof-store.ts'

export type PasskeyOptions = {
  passkeys: PasskeyStore
  /** The public URL of this server; without it, the site is the host of the request. */
  publicUrl: string | undefined
  now: () => Date
}

/** The site of a request. Throws `passkeys_unavailable`. */
export function requirePasskeySite(request: FastifyRequest, publicUrl: string | undefined): PasskeySite {
  const site = passkeySiteOf(publicUrl, request.host)
  if (site === null) throw new ApiError('passkeys_unavailable')
  return site
}

/** A new passkey of the user and the challenge that it answers; null if it is not acceptable. */
export async function checkNewPasskey(
  request: FastifyRequest,
  { passkeys, publicUrl, now }: PasskeyOptions,
  credential: NewCredential,
  userId: number,
): Promise<{ passkey: PasskeyData; challenge: string } | null> {
  const site = requirePasskeySite(request, publicUrl)
  const challenge = challengeOf(credential)
  if (challenge === null || !(await passkeys.isOpenChallenge(challenge, 'register', userId, now())))
    return logRejection(request, 'The challenge is not open.')
  const passkey = await verifyNewPasskey(site, credential, challenge)
  if ('rejected' in passkey) return logRejection(request, passkey.rejected)
  return { passkey, challenge }
}

/**
 * The passkey that has signed an open challenge of this purpose. `userId` is the user who must own it; null for
 * any, for a passkey that is the only factor. Returns null if the signature is not acceptable.
 */
export async function checkPasskeyProof(
  request: FastifyRequest,
  { passkeys, publicUrl, now }: PasskeyOptions,
  credential: SignedCredential,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<Proof | null> {
  const site = requirePasskeySite(request, publicUrl)
  const challenge = challengeOf(credential)
  if (challenge === null || !(await passkeys.isOpenChallenge(challenge, purpose, userId, now())))
    return logRejection(request, 'The challenge is not open.')
  const passkey = await passkeys.findByCredential(credential.id)
  if (passkey === null || (userId !== null && passkey.userId !== userId))
    return logRejection(request, 'The passkey is unknown.')
  const result = await verifySignature(site, credential, passkey, challenge, {
    isOnlyFactor: userId === null,
  })
  if ('rejected' in result) return logRejection(request, result.rejected)
  return { kind: 'passkey', userId: passkey.userId, passkey, counter: result.counter, challenge }
}

/** The reason helps the operator, such as with a wrong PUBLIC_URL, and nobody else. */
function logRejection(request: FastifyRequest, reason: string): null {
  request.log.warn({ reason, from: request.ip }, 'passkey rejected')
  return null
}
