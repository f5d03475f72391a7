import {
  finishProviderSignIn,
  linkIdentity,
  listIdentities,
  listSignInProviders,
  registerWithProvider,
  startProviderSignIn,
  unlinkIdentity,
} from '@fieldhouse/contract/oidc'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentUser, setSessionCookie } from '../../../auth/access.ts'
import type { RateLimiter } from '../../../auth/rate-limiter.ts'
import { newToken } from '../../../crypto/tokens.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import type { Routes } from '../../../http/requests/validation.ts'
import { boundedQueue } from '../../../jobs/bounded-queue.ts'
import type { ProviderIdentity, SignInProvider } from '../../../providers/oidc/sign-in-provider.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import type { EmailStore } from '../email/email-store.ts'
import { presentUser } from '../present.ts'
import { requireAdminCode, signInContextOf } from '../sign-in.ts'
import type { AccountStore } from '../store.ts'
import type { IdentityStore, NewIdentity } from './identity-store.ts'
import { presentIdentity, presentUnknownIdentity } from './present.ts'
import type { SignInCookie } from './sign-in-cookie.ts'

/** Each sends one or two requests to the provider, also for a response that somebody has made up. */
const identifying = boundedQueue({ maxConcurrent: 10, maxWaiting: 100, maxWaitMs: 5_000 })

export type OidcOptions = {
  providers: readonly SignInProvider[]
  identities: IdentityStore
  accounts: Pick<AccountStore, 'findForSignIn'>
  emails: Pick<EmailStore, 'isTaken'>
  cookie: SignInCookie
  limiter: RateLimiter
  adminSignupCode: string
  publicUrl: () => string
  isSecure: boolean
  now: () => Date
}

/** Sign-in with OpenID Connect providers, and the accounts of theirs that are linked to users. */
export const oidcRoutes: Routes<OidcOptions> = (app, options) => {
  const { providers, identities, accounts, emails, cookie, limiter, isSecure, now } = options

  app.route({
    ...listSignInProviders,
    handler: async () => ({ providers: providers.map(({ id, name }) => ({ id, name })) }),
  })

  app.route({
    ...startProviderSignIn,
    async handler(request, reply) {
      const provider = providers.find(({ id }) => id === request.body.provider)
      if (provider === undefined) throw new ApiError('sign_in_provider_not_found')
      const secrets = { state: newToken(), nonce: newToken(), codeVerifier: newToken() }
      const url = await orApiError(provider, request, () => provider.authorizationUrl(secrets, redirectUri()))
      const { userId: linkTo = null } = request.currentUser ?? {}
      const { return_to: returnTo } = request.body
      cookie.set(reply, { step: 'started', provider: provider.id, ...secrets, returnTo, linkTo }, now())
      return { url }
    },
  })

  app.route({
    ...finishProviderSignIn,
    async handler(request, reply) {
      const callbackUrl = new URL(redirectUri())
      callbackUrl.search = request.body.response
      const started = cookie.read(request, now())
      const isExpected =
        started?.step === 'started' && callbackUrl.searchParams.get('state') === started.state
      const provider = providers.find(({ id }) => isExpected && id === started.provider)
      if (!isExpected || provider === undefined) throw new ApiError('provider_sign_in_expired')
      cookie.clear(reply)
      const person = await orApiError(provider, request, () =>
        identifying.run(request.addressBlock, () => provider.identify(started, callbackUrl)),
      )
      return started.linkTo === null
        ? signIn(request, reply, { person, provider, returnTo: started.returnTo })
        : link(request, { person, provider, returnTo: started.returnTo, linkTo: started.linkTo })
    },
  })

  app.route({
    ...linkIdentity,
    async handler(request, reply) {
      const { returnTo, ...identity } = requireIdentified(request)
      const result = await identities.link(identity, currentUser(request), now())
      cookie.clear(reply)
      if (result !== 'linked') throw new ApiError(result)
      return { message: `You can now sign in with ${identity.provider}.`, return_to: returnTo }
    },
  })

  app.route({
    ...registerWithProvider,
    async handler(request, reply) {
      const { username, first_name = '', last_name = '', role, admin_code } = request.body
      const { returnTo, ...identity } = requireIdentified(request)
      const isAdmin = role === 'admin'
      if (isAdmin) {
        const attempt = {
          code: admin_code ?? '',
          expected: options.adminSignupCode,
          address: request.addressBlock,
        }
        await requireAdminCode(limiter, attempt, now())
      }
      const address = identity.email ?? ''
      // The address stays with the account that has it already.
      const email = (await emails.isTaken(address, null, now())) ? '' : address
      const roles = { isAdmin, isStaff: isAdmin }
      const account = { username, email, firstName: first_name, lastName: last_name, ...roles }
      const result = await identities.register(account, identity, signInContextOf(request, now()))
      if (result.kind !== 'signed_in') throw new ApiError(result.kind)
      cookie.clear(reply)
      setSessionCookie(reply, result.token, isSecure)
      return { user: presentUser(result.account), return_to: returnTo }
    },
  })

  app.route({
    ...listIdentities,
    async handler(request) {
      const { identities: stored, hasPassword } = await identities.list(currentUser(request).userId)
      return {
        identities: stored.map((identity) => presentIdentity(identity, nameOf(identity.issuer))),
        has_password: hasPassword,
      }
    },
  })

  app.route({
    ...unlinkIdentity,
    async handler(request) {
      const result = await identities.unlink(currentUser(request), request.body.id, nameOf, now())
      if (result !== 'unlinked') throw new ApiError(result)
      return { message: 'The account is unlinked.' }
    },
  })

  /** Signs in the account that the person is linked to. Otherwise, the browser may link or create one. */
  async function signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    { person, provider, returnTo }: Identified,
  ) {
    const identity = toNewIdentity(person, provider)
    const result = await identities.signIn(identity, signInContextOf(request, now()))
    if (result !== null) {
      setSessionCookie(reply, result.token, isSecure)
      return { status: 'signed_in', user: presentUser(result.account), return_to: returnTo } as const
    }
    cookie.set(reply, { step: 'identified', ...identity, returnTo }, now())
    const hasAccount = person.email !== null && (await accounts.findForSignIn(person.email)).length > 0
    return presentUnknownIdentity(person, { provider: provider.name, hasAccount, returnTo })
  }

  /** Links the person to the user who has started this, if nobody else has signed in since. */
  async function link(
    request: FastifyRequest,
    { person, provider, returnTo, linkTo }: Identified & { linkTo: number },
  ) {
    const user = request.currentUser
    if (user?.userId !== linkTo) throw new ApiError('provider_sign_in_expired')
    const result = await identities.link(toNewIdentity(person, provider), user, now())
    if (result !== 'linked') throw new ApiError(result)
    return { status: 'linked', provider: provider.name, return_to: returnTo } as const
  }

  function requireIdentified(request: FastifyRequest): NewIdentity & { returnTo: string } {
    const identified = cookie.read(request, now())
    if (identified?.step !== 'identified') throw new ApiError('provider_sign_in_expired')
    return identified
  }

  function redirectUri(): string {
    return `${options.publicUrl()}/`
  }

  function nameOf(issuer: string): string | undefined {
    return providers.find((provider) => provider.issuer === new URL(issuer).href)?.name
  }
}

type Identified = { person: ProviderIdentity; provider: SignInProvider; returnTo: string }

function toNewIdentity({ issuer, subject, email }: ProviderIdentity, { name }: SignInProvider): NewIdentity {
  return { issuer, subject, email, provider: name }
}

/** Turns a failure of the provider into an error that names it. */
async function orApiError<Result>(
  { name }: SignInProvider,
  request: FastifyRequest,
  task: () => Promise<Result>,
): Promise<Result> {
  try {
    return await task()
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause
    request.log.warn({ provider: name, reason: cause.message }, 'sign-in with a provider failed')
    throw cause.failure === 'refused'
      ? new ApiError('sign_in_provider_refused', {
          message: `${name} didn't sign you in. Try again or sign in another way.`,
          cause,
        })
      : new ApiError('sign_in_provider_unavailable', {
          message: `${name} isn't responding. Try again later or sign in another way.`,
          cause,
        })
  }
}
