import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { createCipher } from '../../../crypto/crypto.ts'
import type { AnyCall } from '../../../http/operation.ts'

const COOKIE = 'oidc'
const PATH = '/api/auth/oidc'

/** How long a person has to sign in at the provider, and then to choose or create an account. */
const TTL_MS = 15 * MINUTE_MS

const Started = z.object({
  step: z.literal('started'),
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
  /** The user to link the provider's account to; null for a sign-in. */
  linkTo: z.number().nullable(),
})

/** A person whom the provider has identified, and who has no account here yet. */
const Identified = z.object({
  step: z.literal('identified'),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  provider: z.string(),
  returnTo: z.string(),
})

const Step = z.discriminatedUnion('step', [Started, Identified])
const Content = z.intersection(Step, z.object({ expiresAt: z.number() }))

export type Step = z.output<typeof Step>

/** Encrypted, so that the page and its user cannot read or change it, and valid in every process. */
export function setStep({ ctx, reply }: AnyCall, step: Step): void {
  reply.setCookie(COOKIE, encryptStep(ctx.settings.secretKey, step, ctx.now()), {
    path: PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: ctx.isSecure,
    maxAge: TTL_MS / 1000,
  })
}

/** null when the cookie is absent, too old or not ours. */
export function readStep({ ctx, request }: AnyCall): Step | null {
  const text = createStepCipher(ctx.settings.secretKey).decrypt(request.cookies[COOKIE] ?? '', COOKIE)
  const { data } = Content.safeParse(text === null ? null : JSON.parse(text))
  return data === undefined || data.expiresAt <= ctx.now().getTime() ? null : data
}

export function clearStep(reply: FastifyReply): void {
  reply.clearCookie(COOKIE, { path: PATH })
}

export function encryptStep(secretKey: string, step: Step, now: Date): string {
  const content = { ...step, expiresAt: now.getTime() + TTL_MS } satisfies z.output<typeof Content>
  return createStepCipher(secretKey).encrypt(JSON.stringify(content), COOKIE)
}

const createStepCipher = (secretKey: string) => createCipher(secretKey, 'sign-in with a provider')
