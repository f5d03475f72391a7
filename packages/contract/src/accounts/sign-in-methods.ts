import { z } from 'zod'
import { Instant, MemberText, MessageResponse, Password } from '../fields.ts'
import { PROVIDER_SIGN_IN, REGISTER, SIGN_IN, START_PROVIDER_SIGN_IN } from '../limits.ts'
import { operationsOf } from '../operation.ts'
import { register, SIGNUP_ERRORS, User } from './accounts.ts'

const { get, post } = operationsOf('accounts')

/** Bytes as base64url. The limit leaves room for keys and attestations of any algorithm. */
const Bytes = z
  .string()
  .max(20_000, 'That is too long.')
  .regex(/^[\w-]+$/, 'That is not base64url.')

/** What `navigator.credentials.create` needs. Source: Web Authentication, 5.4. */
const CreationOptions = z.looseObject({ challenge: z.string() })

/** What `navigator.credentials.get` needs. Source: Web Authentication, 5.5. */
export const RequestOptions = z.looseObject({ challenge: z.string() })

const Credential = { id: Bytes, rawId: Bytes, type: z.literal('public-key') }

export const NewCredential = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(32)).max(16).optional(),
  }),
})

export const SignedCredential = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: z.string().max(200).nullish(),
  }),
})

export type NewCredential = z.output<typeof NewCredential>
export type SignedCredential = z.output<typeof SignedCredential>

const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: Instant,
  /** null if it was never used to sign in. */
  used_at: Instant.nullable(),
})

/** The second factors of an account. With any of them, a password alone does not sign in. */
export const Security = z.object({
  /** Oldest first. */
  passkeys: z.array(Passkey),
  totp: z.object({ created_at: Instant }).nullable(),
  recovery_codes_left: z.int(),
  /** Whether browsers offer passkeys at the address that was used: they need https and a domain name. */
  has_passkey_support: z.boolean(),
})

/** New recovery codes, which are shown this once; null if the account has some. */
export const RecoveryCodes = z.array(z.string()).nullable()

export const getSecurity = get('/api/account/security/', {
  summary: "Lists the current user's second factors",
  access: 'signed_in',
  response: Security,
})

export const startPasskey = post('/api/account/passkeys/start/', {
  summary: 'Returns what the browser needs to create a passkey; valid for five minutes',
  access: 'signed_in',
  stepUp: true,
  errors: ['passkeys_unavailable', 'too_many_attempts'],
  response: z.object({ options: CreationOptions }),
})

export const addPasskey = post('/api/account/passkeys/', {
  summary: 'Adds a passkey that the browser has created',
  access: 'signed_in',
  stepUp: true,
  errors: ['passkeys_unavailable', 'passkey_rejected', 'passkey_limit'],
  body: z.object({
    name: MemberText.min(1, 'Name this passkey.').max(60, 'Use 60 characters or fewer.'),
    credential: NewCredential,
  }),
  response: MessageResponse.extend({ security: Security, recovery_codes: RecoveryCodes }),
})

export const removePasskey = post('/api/account/passkeys/remove/', {
  summary: 'Removes a passkey of the current user',
  access: 'signed_in',
  stepUp: true,
  errors: ['passkey_not_found'],
  body: z.object({ id: z.int() }),
  response: MessageResponse.extend({ security: Security }),
})

export const startPasskeySignIn = post('/api/login/passkey/start/', {
  summary: 'Returns what the browser needs to sign in with a passkey; valid for five minutes',
  access: 'anyone',
  errors: ['passkeys_unavailable', 'too_many_attempts'],
  limits: SIGN_IN,
  response: z.object({ options: RequestOptions }),
})

export const signInWithPasskey = post('/api/login/passkey/', {
  summary: 'Signs in with a passkey, without a username and password',
  access: 'anyone',
  errors: ['passkeys_unavailable', 'passkey_rejected', 'account_disabled', 'too_many_attempts'],
  limits: SIGN_IN,
  body: z.object({ credential: SignedCredential }),
  response: User,
})

/** From the response to the sign-in with a password. Valid for ten minutes. */
const StepToken = z.string().max(128, 'That is too long.')

export const startSecondFactor = post('/api/login/second-factor/start/', {
  summary: 'Returns what the browser needs to use a passkey as the second factor',
  access: 'anyone',
  limits: SIGN_IN,
  errors: ['passkeys_unavailable', 'sign_in_expired', 'too_many_attempts'],
  body: z.object({ token: StepToken }),
  response: z.object({ options: RequestOptions }),
})

export const completeSignIn = post('/api/login/second-factor/', {
  summary: 'Completes a sign-in with the second factor',
  access: 'anyone',
  limits: SIGN_IN,
  errors: [
    'account_disabled',
    'passkeys_unavailable',
    'passkey_rejected',
    'code_rejected',
    'sign_in_expired',
    'too_many_attempts',
  ],
  body: z.object({
    token: StepToken,
    credential: SignedCredential.nullish(),
    /** Of the authenticator app, or a recovery code. */
    code: z.string().max(64, 'That is too long.').nullish(),
  }),
  response: User,
})

export const startTotp = post('/api/account/totp/start/', {
  summary: 'Creates the secret of an authenticator app, which counts once a code confirms it',
  access: 'signed_in',
  stepUp: true,
  response: z.object({
    /** In base32, to be typed into an app. */
    secret: z.string(),
    /** The same as an `otpauth:` URL, for a QR code. */
    uri: z.string(),
  }),
})

export const confirmTotp = post('/api/account/totp/', {
  summary: "Confirms an authenticator app with a code, and replaces the account's previous one",
  access: 'signed_in',
  stepUp: true,
  errors: ['code_rejected', 'too_many_attempts'],
  body: z.object({ code: z.string().max(32, 'That is too long.') }),
  response: MessageResponse.extend({ security: Security, recovery_codes: RecoveryCodes }),
})

export const removeTotp = post('/api/account/totp/remove/', {
  summary: "Removes the current user's authenticator app",
  access: 'signed_in',
  stepUp: true,
  errors: ['totp_not_found'],
  response: MessageResponse.extend({ security: Security }),
})

export const createRecoveryCodes = post('/api/account/recovery-codes/', {
  summary: 'Creates ten new recovery codes; the previous ones stop working',
  access: 'signed_in',
  stepUp: true,
  errors: ['no_second_factor'],
  response: MessageResponse.extend({ security: Security, recovery_codes: z.array(z.string()) }),
})

const SignInProvider = z.object({ id: z.string(), name: z.string() })

/** The query of the page that the person wanted to see, such as `?tab=roster`; empty for the start page. */
const ReturnTo = z
  .string()
  .max(1000, 'That is too long.')
  .regex(/^(\?[^#]*)?$/, 'Expected the query of an address.')

const Destination = { return_to: z.string() }

/** In the order of the settings; empty without any. */
export const listSignInProviders = get('/api/auth/oidc/providers/', {
  summary: 'Lists the providers that people can sign in with',
  access: 'anyone',
  response: z.object({ providers: z.array(SignInProvider) }),
})

/**
 * The provider sends the browser back to the start page, whose query the page then sends to
 * `/api/auth/oidc/finish/`. When somebody is signed in, this links the provider's account to theirs.
 */
export const startProviderSignIn = post('/api/auth/oidc/start/', {
  summary: "Starts a sign-in, and returns the URL of the provider's login page",
  access: 'anyone',
  stepUp: true,
  limits: START_PROVIDER_SIGN_IN,
  errors: ['sign_in_provider_not_found', 'sign_in_provider_unavailable', 'too_many_attempts'],
  body: z.object({
    provider: z.string().min(1, 'Choose a provider.').max(10, 'That is too long.'),
    return_to: ReturnTo.default(''),
  }),
  response: z.object({ url: z.string() }),
})

const FinishedSignIn = z.discriminatedUnion('status', [
  z.object({ status: z.literal('signed_in'), user: User, ...Destination }),
  z.object({ status: z.literal('linked'), provider: z.string(), ...Destination }),
  /** No account is linked yet. For the next minutes, the browser may link one or create one. */
  z.object({
    status: z.literal('unknown'),
    provider: z.string(),
    /** The address that the provider has verified; null without one. */
    email: z.string().nullable(),
    /** Whether an account has this address. It is linked only after its owner has signed in to it. */
    has_account: z.boolean(),
    /** Suggestions for a new account. The username may be taken. */
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    ...Destination,
  }),
])

export const finishProviderSignIn = post('/api/auth/oidc/finish/', {
  summary: "Finishes a sign-in with the provider's response",
  access: 'anyone',
  limits: PROVIDER_SIGN_IN,
  errors: [
    'account_disabled',
    'provider_sign_in_expired',
    'sign_in_provider_refused',
    'sign_in_provider_unavailable',
    'identity_taken',
    'too_many_attempts',
  ],
  body: z.object({
    /** The query that the provider has added to the address of the page. */
    response: z.string().max(8000, 'That is too long.'),
  }),
  response: FinishedSignIn,
})

/** After `unknown`, once the owner of an existing account has signed in to it. */
export const linkIdentity = post('/api/auth/oidc/link/', {
  summary: "Links the provider's account to the current user",
  access: 'signed_in',
  stepUp: true,
  errors: ['provider_sign_in_expired', 'identity_taken'],
  response: MessageResponse.extend(Destination),
})

const { username, first_name, last_name, role, admin_code, invite_code } = register.schema.body.shape

/** After `unknown`. The new account has no password, and the address that the provider has verified. */
export const registerWithProvider = post('/api/auth/oidc/register/', {
  summary: 'Creates an account that signs in with the provider, and signs in',
  access: 'anyone',
  limits: REGISTER,
  errors: [
    'provider_sign_in_expired',
    'identity_taken',
    'username_taken',
    ...SIGNUP_ERRORS,
    'too_many_attempts',
  ],
  body: z.object({ username, first_name, last_name, role, admin_code, invite_code }),
  response: z.object({ user: User, ...Destination }),
})

const Identity = z.object({
  id: z.int(),
  /** The provider's name; its host if the site no longer uses it. */
  provider: z.string(),
  is_available: z.boolean(),
  /** The address at the provider when it was linked; null without a verified one. */
  email: z.string().nullable(),
  linked_at: Instant,
  used_at: Instant,
})

/** Oldest first. */
export const listIdentities = get('/api/auth/oidc/identities/', {
  summary: "Lists the providers' accounts that are linked to the current user",
  access: 'signed_in',
  response: z.object({ identities: z.array(Identity), has_password: z.boolean() }),
})

export const unlinkIdentity = post('/api/auth/oidc/unlink/', {
  summary: "Unlinks a provider's account, unless it is the user's only way to sign in",
  access: 'signed_in',
  stepUp: true,
  errors: ['identity_not_found', 'last_sign_in_method'],
  body: z.object({ id: z.int() }),
})

/** Lets the page ask before a download, whose response it cannot read. */
export const checkIdentity = get('/api/account/confirm/', {
  summary: 'Succeeds if the current user has proved who they are in the last 10 minutes',
  access: 'signed_in',
  stepUp: true,
  response: z.object({ ok: z.literal(true) }),
})

export const startConfirmation = post('/api/account/confirm/start/', {
  summary: 'Returns the ways in which the current user can prove who they are',
  access: 'signed_in',
  errors: ['too_many_attempts'],
  limits: SIGN_IN,
  response: z.object({
    /** Without any of these, the user has to sign in again with a linked account. */
    has_password: z.boolean(),
    has_totp: z.boolean(),
    /** For a passkey; null without one. */
    options: RequestOptions.nullable(),
  }),
})

export const confirmIdentity = post('/api/account/confirm/', {
  summary: 'Proves who the current user is, with their password, a passkey or a code, for 10 minutes',
  access: 'signed_in',
  errors: ['password_incorrect', 'passkey_rejected', 'code_rejected', 'too_many_attempts'],
  limits: SIGN_IN,
  body: z.object({
    password: Password.nullish(),
    credential: SignedCredential.nullish(),
    code: z.string().max(64, 'That is too long.').nullish(),
  }),
})
