import { cleanPersonName } from '@fieldhouse/domain/names'
import { z } from 'zod'
import { Instant, KeepTokens, NewPassword, Password } from '../fields.ts'
import { INVITE_ERRORS } from '../invites.ts'
import { REGISTER, SIGN_IN } from '../limits.ts'
import { operationsOf } from '../operation.ts'

const { get, post } = operationsOf('accounts')

/**
 * `unverified`: nothing but the verification link is sent to the address, and it can't be used to sign in.
 * `unverifiable`: the same, and this site sends no email.
 */
const EmailStatus = z.enum(['none', 'unverified', 'unverifiable', 'verified'])

export const getEmailStatus = get('/api/account/email/', {
  summary: "Whether the current user's email address is verified",
  access: 'signed_in',
  response: z.object({ status: EmailStatus }),
})

/** The message says why nothing was sent, if so: the address is verified already, or there is none. */
export const sendVerificationEmail = post('/api/account/email/send/', {
  summary: "Sends another verification link to the current user's email address",
  access: 'signed_in',
  errors: ['too_many_attempts'],
})

/** Also works when signed out. A link that was used before succeeds again. */
export const verifyEmail = post('/api/account/email/verify/', {
  summary: 'Verifies an email address with the link that was sent to it',
  access: 'anyone',
  errors: ['invalid_verification_link', 'email_taken'],
  limits: SIGN_IN,
  body: z.object({
    token: z.string().min(1, 'Enter the token from the email.').max(256, 'That is too long.'),
  }),
})

export const User = z.object({
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_admin: z.boolean(),
  is_staff: z.boolean(),
  /**
   * Present while the rights of site staff or a site admin wait for a second factor. Both flags are false until
   * then.
   */
  must_add_second_factor: z.literal(true).optional(),
})

/** The password was correct, and the account also needs a second factor. Nobody is signed in yet. */
export const SecondFactorStep = z.object({
  username: z.null(),
  /** Completes the sign-in together with the second factor. */
  token: z.string(),
  has_passkey: z.boolean(),
  has_totp: z.boolean(),
})

/** The current user. Without a session `username` is null and the other fields are absent. */
export const WhoAmI = z.union([User, z.object({ username: z.null() })])

const Email = z.union([
  z.literal(''),
  z.email('Enter a valid email address.').max(254, 'That email address is too long.'),
])

const PersonName = z.string().overwrite(cleanPersonName).max(150, 'Name must be 150 characters or fewer.')

/**
 * Sets the `csrftoken` cookie. Every request other than GET and HEAD must send its value in
 * `X-CSRFToken`.
 */
export const getCsrf = get('/api/csrf/', {
  summary: 'Sets the CSRF cookie',
  access: 'anyone',
  response: z.object({ csrfToken: z.string() }),
})

export const whoAmI = get('/api/whoami/', {
  summary: 'Returns the current user',
  access: 'anyone',
  cache: { view: 'user', reads: ['people'] },
  response: WhoAmI,
})

export const login = post('/api/login/', {
  summary: 'Signs in with a username or an email address',
  access: 'anyone',
  errors: ['invalid_credentials', 'account_disabled', 'too_many_attempts'],
  limits: SIGN_IN,
  bodyLimit: 4 * 1024,
  body: z.object({ username: z.string().max(320, 'That username is too long.'), password: Password }),
  response: z.union([User, SecondFactorStep]),
})

/**
 * A cookie that the page sets at sign-out, before the server has answered. The server ignores the session of
 * requests that carry it, and clears it together with the session's cookie.
 */
export const SIGNED_OUT_COOKIE = 'signed_out'

export const logout = post('/api/logout/', {
  summary: 'Signs out and ends the session',
  access: 'anyone',
  response: z.object({ ok: z.literal(true) }),
})

export const SIGNUP_ERRORS = ['invalid_admin_code', 'invite_only', ...INVITE_ERRORS] as const

export const register = post('/api/register/', {
  summary: 'Creates an account and signs in',
  access: 'anyone',
  limits: REGISTER,
  errors: ['username_taken', 'email_taken', ...SIGNUP_ERRORS, 'too_many_attempts'],
  bodyLimit: 8 * 1024,
  body: z.object({
    username: z
      .string()
      .trim()
      .min(1, 'Choose a username.')
      .max(64, 'Username must be 64 characters or fewer.')
      .regex(/^[A-Za-z0-9.+_-]+$/, 'Use only letters, digits, and . + - _ in a username.')
      .refine((name) => name !== '.' && name !== '..', "A username can't be '.' or '..'."),
    password: NewPassword,
    email: Email.optional(),
    first_name: PersonName.optional(),
    last_name: PersonName.optional(),
    role: z.enum(['user', 'admin']).default('user'),
    admin_code: z.string().max(256, 'That code is too long.').optional(),
    /** The code of an invite link, which users need on a site where nobody else can sign up. */
    invite_code: z.string().trim().max(100, 'That code is too long.').optional(),
  }),
  response: User,
})

export const requestPasswordReset = post('/api/password-reset/request/', {
  summary: "Sends a reset link to the account's email address",
  access: 'anyone',
  errors: ['too_many_attempts'],
  limits: SIGN_IN,
  bodyLimit: 4 * 1024,
  body: z.object({
    username_or_email: z
      .string()
      .trim()
      .min(1, 'Enter a username or an email address.')
      .max(320, 'That is too long.'),
  }),
  response: z.object({
    message: z.string(),
    /** Present only when DEV_LINKS is enabled. */
    link: z.string().optional(),
  }),
})

export const confirmPasswordReset = post('/api/password-reset/confirm/', {
  summary: 'Sets a new password with a reset link',
  access: 'anyone',
  errors: ['invalid_reset_link', 'too_many_attempts'],
  limits: SIGN_IN,
  bodyLimit: 8 * 1024,
  body: z.object({
    uid: z.string().min(1, 'Enter the UID from the email.').max(64, 'That is too long.'),
    token: z.string().min(1, 'Enter the token from the email.').max(256, 'That is too long.'),
    new_password: NewPassword,
    keep_tokens: KeepTokens,
  }),
  response: z.object({ message: z.string() }),
})

/**
 * Absent fields are left unchanged. A new email address requires the current password, because
 * password reset links are sent to it.
 */
export const updateAccount = post('/api/account/', {
  summary: "Updates the current user's name and email address",
  access: 'signed_in',
  errors: ['password_incorrect', 'email_taken', 'too_many_attempts'],
  body: z.object({
    first_name: PersonName.optional(),
    last_name: PersonName.optional(),
    email: Email.optional(),
    current_password: Password.optional(),
  }),
  response: User,
})

/**
 * Also ends all other sessions of the user, and their API tokens and secret addresses unless they are kept. Without a
 * password so far, the sign-in must be at most ten minutes old instead, and the current password is empty.
 */
export const changePassword = post('/api/account/password/', {
  summary: "Changes the current user's password",
  access: 'signed_in',
  errors: ['password_incorrect', 'sign_in_again', 'too_many_attempts'],
  body: z.object({ current_password: Password, new_password: NewPassword, keep_tokens: KeepTokens }),
})

export const Session = z.object({
  /** Identifies the session; cannot be used to sign in. */
  id: z.string(),
  /** The browser and operating system, such as 'Firefox on Android'; null when unknown. */
  device: z.string().nullable(),
  /** The IP address of the last recorded use; null when unknown. */
  address: z.string().nullable(),
  created_at: Instant,
  seen_at: Instant,
  is_current: z.boolean(),
})

/** Most recently used first. */
export const listSessions = get('/api/account/sessions/', {
  summary: "Lists the current user's sessions",
  access: 'signed_in',
  response: z.object({ sessions: z.array(Session) }),
})

export const endSessions = post('/api/account/sessions/end/', {
  summary: 'Ends one session of the current user or, without an id, all other sessions',
  access: 'signed_in',
  stepUp: true,
  errors: ['session_not_found'],
  body: z.object({ id: z.string().max(128, 'That is too long.').nullish() }),
})

/** What the user has posted, voted and picked stays, as that of a former member. */
export const deleteAccount = post('/api/account/delete/', {
  summary: "Deletes the current user's account",
  access: 'signed_in',
  stepUp: true,
  errors: ['name_not_confirmed', 'last_site_admin', 'last_league_admin'],
  body: z.object({
    /** The user's own, as a confirmation. */
    username: z.string().max(64, 'That is too long.'),
  }),
})
