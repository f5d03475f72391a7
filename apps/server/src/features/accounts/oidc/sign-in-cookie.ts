import type {} from '@fastify/cookie'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createCipher } from '../../../crypto/encryption.ts'

const COOKIE = 'oidc'
const PATH = '/api/auth/oidc'

/** How long a person has to sign in at the provider, and then to choose or create an account. */
const TTL_MS = 15 * MINUTE_MS

/** A sign-in that was started in this browser, and waits for the provider's response. */
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
  /** The provider's name. */
  provider: z.string(),
  returnTo: z.string(),
})

const Step = z.discriminatedUnion('step', [Started, Identified])
const Content = z.intersection(Step, z.object({ expiresAt: z.number() }))

type Step = z.output<typeof Step>

export interface SignInCookie {
  set(reply: FastifyReply, step: Step, now: Date): void
  /** null when the cookie is absent, too old or not ours. */
  read(request: FastifyRequest, now: Date): Step | null
  clear(reply: FastifyReply): void
}

/**
 * Keeps the state of a sign-in with a provider in the browser that started it: encrypted, so that the page and
 * its user cannot read or change it, and valid in every process.
 */
export function signInCookie(secretKey: string, isSecure: boolean): SignInCookie {
  const cipher = createCipher(secretKey, 'sign-in with a provider')
  return {
    set(reply, step, now) {
      const content = { ...step, expiresAt: now.getTime() + TTL_MS } satisfies z.output<typeof Content>
      reply.setCookie(COOKIE, cipher.encrypt(JSON.stringify(content), COOKIE), {
        path: PATH,
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure,
        maxAge: TTL_MS / 1000,
      })
    },

    read(request, now) {
      const text = cipher.decrypt(request.cookies[COOKIE] ?? '', COOKIE)
      const { data } = Content.safeParse(text === null ? null : JSON.parse(text))
      return data === undefined || data.expiresAt <= now.getTime() ? null : data
    },

    clear(reply) {
      reply.clearCookie(COOKIE, { path: PATH })
    },
  }
}
