import * as contract from '@fieldhouse/contract/accounts/sign-in-methods'
import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { changeAccount } from '../../auth/account-changes.ts'
import { NO_PASSWORD } from '../../auth/passwords.ts'
import type { Context } from '../../context.ts'
import { createCipher, newToken } from '../../crypto/crypto.ts'
import { type Db, inTransaction } from '../../database/engine/database.ts'
import { isUniqueViolation } from '../../database/engine/database-errors.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { type AnyCall, operation } from '../../http/operation.ts'
import { ProviderError } from '../../providers/http/attempts.ts'
import type { ProviderIdentity, SignInProvider } from '../../providers/sign-in-provider.ts'
import type { AuditedRequest } from '../../repositories/audit.ts'
import { boundedQueue } from '../../threads/work-queues.ts'
import { isEmailTaken, markEmailVerified } from './email.ts'
import { lockUser } from './password-store.ts'
import {
  type Account,
  findAccount,
  findForSignIn,
  insertAccount,
  type NewAccount,
  openSession,
  requireRoles,
  respondSignedIn,
  type SignInContext,
  signInContextOf,
} from './sign-in.ts'

/** Each sends one or two requests to the provider, also for a response that somebody has made up. */
const identifying = boundedQueue({ maxConcurrent: 10, maxWaiting: 100, maxWaitMs: 5_000 })

const MAX_NAME_LENGTH = 150
const MAX_USERNAME_LENGTH = 64

export const oidc = [
  operation(contract.listSignInProviders, ({ ctx }) => ({
    providers: ctx.signInProviders.map(({ id, name }) => ({ id, name })),
  })),

  operation(contract.startProviderSignIn, async (call) => {
    const { ctx, request, user, body } = call
    const provider = ctx.signInProviders.find(({ id }) => id === body.provider)
    if (provider === undefined) throw new ApiError('sign_in_provider_not_found')
    const secrets = { state: newToken(), nonce: newToken(), codeVerifier: newToken() }
    const url = await orApiError(provider, request, () =>
      provider.authorizationUrl(secrets, redirectUri(ctx)),
    )
    const [returnTo, linkTo] = [body.return_to, user?.userId ?? null]
    setStep(call, { step: 'started', provider: provider.id, ...secrets, returnTo, linkTo })
    return { url }
  }),

  operation(contract.finishProviderSignIn, async (call) => {
    const { ctx, request, reply, user } = call
    const callbackUrl = new URL(redirectUri(ctx))
    callbackUrl.search = call.body.response
    const started = readStep(call)
    const isExpected = started?.step === 'started' && callbackUrl.searchParams.get('state') === started.state
    const provider = ctx.signInProviders.find(({ id }) => isExpected && id === started.provider)
    if (!isExpected || provider === undefined) throw new ApiError('provider_sign_in_expired')
    clearStep(reply)
    const person = await orApiError(provider, request, () =>
      identifying.run(request.addressBlock, () => provider.identify(started, callbackUrl)),
    )
    const { returnTo, linkTo } = started
    if (linkTo === null) return signIn(call, person, provider, returnTo)
    // Links the person to the user who has started this, if nobody else has signed in since.
    if (user?.userId !== linkTo) throw new ApiError('provider_sign_in_expired')
    await addIdentity({ ctx, user }, toNewIdentity(person, provider))
    return { status: 'linked' as const, provider: provider.name, return_to: returnTo }
  }),

  operation(contract.linkIdentity, async (call) => {
    const { returnTo, ...identity } = requireIdentified(call)
    clearStep(call.reply)
    await addIdentity(call, identity)
    return { message: `You can now sign in with ${identity.provider}.`, return_to: returnTo }
  }),

  operation(contract.registerWithProvider, async (call) => {
    const { ctx, body, reply } = call
    const { username, first_name: firstName = '', last_name: lastName = '' } = body
    const { returnTo, ...identity } = requireIdentified(call)
    const roles = await requireRoles(call, body)
    const address = identity.email ?? ''
    // The address stays with the account that has it already.
    const email = (await isEmailTaken(ctx.db, address, null, ctx.now())) ? '' : address
    const account = { username, email, firstName, lastName, ...roles }
    const created = await registerIdentity(ctx.db, account, identity, signInContextOf(call))
    clearStep(reply)
    return { user: respondSignedIn(call, created.account, created.token), return_to: returnTo }
  }),

  operation(contract.listIdentities, async ({ ctx, user }) => {
    const rows = await ctx.db
      .selectFrom('identities')
      .select(['id', 'issuer', 'email', 'linked_at', 'used_at'])
      .where('user_id', '=', user.userId)
      .orderBy('id')
      .execute()
    const account = await findAccount(ctx.db, user.userId)
    return {
      identities: rows.map(({ issuer, linked_at, used_at, ...row }) => ({
        ...row,
        provider: providerName(ctx, issuer) ?? new URL(issuer).hostname,
        is_available: providerName(ctx, issuer) !== undefined,
        linked_at: new Date(linked_at).toISOString(),
        used_at: new Date(used_at).toISOString(),
      })),
      has_password: account !== null && account.passwordHash !== NO_PASSWORD,
    }
  }),

  operation(contract.unlinkIdentity, async (call) => {
    const { ctx, user, body } = call
    await changeAccount(call, async ({ transaction, record }) => {
      // Concurrent requests would each leave the other's identity.
      await lockUser(transaction, user.userId)
      const rows = await transaction
        .selectFrom('identities')
        .select(['id', 'issuer', 'email'])
        .where('user_id', '=', user.userId)
        .execute()
      const identity = rows.find((row) => row.id === body.id)
      if (identity === undefined) throw new ApiError('identity_not_found')
      const account = await findAccount(transaction, user.userId)
      const hasOther = rows.some((row) => row.id !== body.id && providerName(ctx, row.issuer) !== undefined)
      if (!hasOther && account?.passwordHash === NO_PASSWORD) throw new ApiError('last_sign_in_method')
      await transaction.deleteFrom('identities').where('id', '=', body.id).execute()
      const { issuer, email } = identity
      const detail = { provider: providerName(ctx, issuer) ?? issuer, email }
      await record('account.unlink_identity', detail)
    })
    return { message: 'The account is unlinked.' }
  }),
]

/** Signs in the account that the person is linked to. Otherwise, the browser may link or create one. */
async function signIn(call: AnyCall, person: ProviderIdentity, provider: SignInProvider, returnTo: string) {
  const { ctx } = call
  const identity = toNewIdentity(person, provider)
  const result = await signInWithIdentity(ctx.db, identity, signInContextOf(call))
  if (result !== null) {
    const user = respondSignedIn(call, result.account, result.token)
    return { status: 'signed_in', user, return_to: returnTo } as const
  }
  setStep(call, { step: 'identified', ...identity, returnTo })
  return {
    status: 'unknown',
    provider: provider.name,
    email: person.email,
    has_account: person.email !== null && (await findForSignIn(ctx.db, person.email)).length > 0,
    username: suggestUsername(person),
    first_name: person.firstName.slice(0, MAX_NAME_LENGTH),
    last_name: person.lastName.slice(0, MAX_NAME_LENGTH),
    return_to: returnTo,
  } as const
}

function suggestUsername({ nickname, email, firstName }: ProviderIdentity): string {
  const [name = ''] = (nickname || email || firstName).split('@')
  return name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9.+_-]/g, '')
    .replace(/^\.{1,2}$/, '')
    .slice(0, MAX_USERNAME_LENGTH)
}

function requireIdentified(call: AnyCall): NewIdentity & { returnTo: string } {
  const identified = readStep(call)
  if (identified?.step !== 'identified') throw new ApiError('provider_sign_in_expired')
  return identified
}

function redirectUri({ publicUrl }: Context): string {
  return `${publicUrl()}/`
}

function providerName({ signInProviders }: Context, issuer: string): string | undefined {
  return signInProviders.find((provider) => provider.issuer === new URL(issuer).href)?.name
}

function toNewIdentity({ issuer, subject, email }: ProviderIdentity, { name }: SignInProvider): NewIdentity {
  return { issuer, subject, email, provider: name }
}

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

/** An account at a provider. `provider` is the provider's name, for the audit log. */
type NewIdentity = { issuer: string; subject: string; email: string | null; provider: string }

function signInWithIdentity(db: Db, { issuer, subject, provider }: NewIdentity, context: SignInContext) {
  return inTransaction(db, async (transaction) => {
    const identity = await transaction
      .updateTable('identities')
      .set({ used_at: context.now.getTime() })
      .where((eb) => eb.and({ issuer, subject }))
      .returning('user_id')
      .executeTakeFirst()
    if (identity === undefined) return null
    const account = await findAccount(transaction, identity.user_id)
    if (account === null) return null
    return { account, token: await openSession(transaction, account, context, provider) }
  })
}

/** Links an identity to a user. Linking it again changes nothing. Throws `identity_taken` if it is somebody else's. */
async function addIdentity(call: AuditedRequest, identity: NewIdentity): Promise<void> {
  const { userId } = call.user
  try {
    await changeAccount(call, async ({ transaction, now, record }) => {
      await insertIdentity(transaction, identity, userId, now)
      await record('account.link_identity', { provider: identity.provider, email: identity.email })
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    if ((await findLinkedUser(call.ctx.db, identity)) !== userId) throw new ApiError('identity_taken')
  }
}

/** Without a password; also signs in. Throws `identity_taken`, `email_taken` or `username_taken`. */
async function registerIdentity(
  db: Db,
  account: Omit<NewAccount, 'passwordHash'>,
  identity: NewIdentity,
  context: SignInContext,
): Promise<{ account: Account; token: string }> {
  const { now } = context
  const { provider } = identity
  const complete = async (transaction: Db, created: Account) => {
    if (account.email !== '') await markEmailVerified(transaction, created.id, account.email, now)
    await insertIdentity(transaction, identity, created.id, now)
    return openSession(transaction, created, context, provider)
  }
  try {
    return await insertAccount(db, { ...account, passwordHash: NO_PASSWORD }, now, complete, { provider })
  } catch (error) {
    const isTaken = error instanceof ApiError && (await findLinkedUser(db, identity)) !== null
    throw isTaken ? new ApiError('identity_taken') : error
  }
}

async function findLinkedUser(db: Db, { issuer, subject }: NewIdentity) {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where((eb) => eb.and({ issuer, subject }))
    .executeTakeFirst()
  return row?.user_id ?? null
}

async function insertIdentity(db: Db, { issuer, subject, email }: NewIdentity, userId: number, now: Date) {
  const at = now.getTime()
  await db
    .insertInto('identities')
    .values({ user_id: userId, issuer, subject, email, linked_at: at, used_at: at })
    .execute()
}

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

type Step = z.output<typeof Step>

/** Encrypted, so that the page and its user cannot read or change it, and valid in every process. */
function setStep({ ctx, reply }: AnyCall, step: Step): void {
  reply.setCookie(COOKIE, encryptStep(ctx.settings.secretKey, step, ctx.now()), {
    path: PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: ctx.isSecure,
    maxAge: TTL_MS / 1000,
  })
}

/** null when the cookie is absent, too old or not ours. */
function readStep({ ctx, request }: AnyCall): Step | null {
  const text = createStepCipher(ctx.settings.secretKey).decrypt(request.cookies[COOKIE] ?? '', COOKIE)
  const { data } = Content.safeParse(text === null ? null : JSON.parse(text))
  return data === undefined || data.expiresAt <= ctx.now().getTime() ? null : data
}

function clearStep(reply: FastifyReply): void {
  reply.clearCookie(COOKIE, { path: PATH })
}

export function encryptStep(secretKey: string, step: Step, now: Date): string {
  const content = { ...step, expiresAt: now.getTime() + TTL_MS } satisfies z.output<typeof Content>
  return createStepCipher(secretKey).encrypt(JSON.stringify(content), COOKIE)
}

const createStepCipher = (secretKey: string) => createCipher(secretKey, 'sign-in with a provider')
